import type { App } from '../../../platform/app.ts'
import { DEFAULT_COLOR } from '../../../platform/config/palette.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, staffDownload } from '../../../platform/http/pages/document.ts'
import { recordReads } from '../book/reads.ts'
import { readCustomer } from '../customer/customer.ts'
import { staffPage } from '../sign-in/door.ts'
import type { Staff } from '../staff/staff.ts'
import { type AuditFile, auditFile } from './audit-file.ts'
import { auditPdf } from './audit-pdf.ts'

const exported = async (
  app: App,
  { params }: DocumentRequest,
  { actor, email }: Staff,
): Promise<AuditFile> => {
  const uid = params.uid ?? ''
  const customer = (await readCustomer(app, uid)) ?? fail('not_found')
  await recordReads(app, [uid], { what: 'export', by: actor })
  const names = new Map([...customer.names, [actor, `${email} (staff)`]])
  return auditFile(app, { ...customer, names }, actor)
}

export const auditRows = [
  staffPage('/desk/book/{uid}/audit.json', 'export_audit', async (app, request, staff) => {
    const file = await exported(app, request, staff)
    return staffDownload({
      type: 'application/json; charset=utf-8',
      body: JSON.stringify(file, null, 2),
      filename: `audit-${file.application.uid}.json`,
    })
  }),
  staffPage('/desk/book/{uid}/audit.pdf', 'export_audit', async (app, request, staff) => {
    const file = await exported(app, request, staff)
    return staffDownload({
      type: 'application/pdf',
      body: await auditPdf(file, app.config.brand.color ?? DEFAULT_COLOR),
      filename: `audit-${file.application.uid}.pdf`,
    })
  }),
]
