import { html } from 'hono/html'
import { openCurrentDocument } from '../../../agency/policies/policies.ts'
import { BINDER, openPolicyDocument } from '../../../agency/policies/policy-documents.ts'
import { fail } from '../../../platform/errors.ts'
import { staffDownload } from '../../../platform/http/pages/document.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { filedForm } from '../../../products/line/buying/surplus-filings.ts'
import { recordReads } from '../book/reads.ts'
import { staffPage } from '../sign-in/door.ts'
import type { Customer } from './customer.ts'

type Shown = Pick<Customer['policies'][number], 'uid' | 'policy_id' | 'documents' | 'end'>

export const policyDocumentLinks = ({ uid, policy_id, documents, end }: Shown): Html =>
  html`${documents.map(({ document_id, kind, filename }) => {
    const path = `/desk/book/${uid}/policies/${document_id}`
    const current = html`<a href="${path}" download="${filename}">${nameTitle(kind)}</a> `
    return end && kind === BINDER
      ? html`${current}<a href="${path}?issued=yes" download="issued-${filename}">${nameTitle(kind)} as issued</a> `
      : current
  })}<a href="/desk/book/${uid}/declarations/${policy_id}">Compare a declarations page</a>`

export const surplusFormRow = staffPage(
  '/desk/book/{uid}/surplus/{id}',
  'open_document',
  async (app, { params }, { actor }) => {
    const { uid = '', id: order_id = '' } = params
    const body = (await filedForm(app, { uid, order_id })) ?? fail('not_found')
    await recordReads(app, [uid], { what: 'document', by: actor })
    return staffDownload({ type: 'application/pdf', body, filename: 'surplus-lines-form.pdf' })
  },
)

export const policyDocumentRow = staffPage(
  '/desk/book/{uid}/policies/{id}',
  'open_document',
  async (app, { params, query }, { actor }) => {
    const { uid = '', id: document_id = '' } = params
    const open = query.issued === 'yes' ? openPolicyDocument : openCurrentDocument
    const {
      media_type: type,
      content: body,
      filename,
    } = (await open(app, { uid, document_id })) ?? fail('not_found')
    await recordReads(app, [uid], { what: 'document', by: actor })
    return staffDownload({ type, body, filename })
  },
)
