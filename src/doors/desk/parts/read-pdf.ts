import { type ReadUpload, readUploads } from '../../../agency/documents/upload.ts'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/errors.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'

export const UPLOAD_BYTES = 11 * 2 ** 20

type PdfField = { name: string; label: string; hint?: string; errors: readonly FieldError[] }

export const pdfField = ({ name, label, hint, errors }: PdfField): Html =>
  fieldView({
    name,
    label,
    hint,
    error: errors.find(error => error.name === name)?.message,
    texts: [],
    wide: true,
    control: { kind: 'file', accept: 'application/pdf' },
  })

export type StaffPdf =
  | (Pick<ReadUpload, 'bytes'> & Partial<Pick<ReadUpload, 'declarations'>>)
  | { problem: string }

export type AskedPdf = { name: string; notPdf: string; reads?: 'declarations' }

export const DECLARATIONS_PAGE = {
  name: 'declarations',
  notPdf: 'The declarations page must be a PDF. Print it to a PDF file if the carrier shows it as a page.',
  reads: 'declarations',
} as const satisfies AskedPdf

export const readPdf = async (
  app: App,
  { files, address }: DocumentRequest,
  { staffId, name, notPdf: problem, reads }: AskedPdf & { staffId: string },
): Promise<StaffPdf | null> => {
  const [file] = files.get(name) ?? []
  if (!file) return null
  const { filename, bytes } = file
  const content = bytes.toString('base64')
  const given = { path: '', type: name, filename, content, ...(reads && { reads }) }
  try {
    const [upload] = await readUploads(app, { kind: 'operator', scope: staffId, address }, [given])
    return upload?.mediaType === 'application/pdf' ? upload : { problem }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { problem: error.code === 'request_too_large' ? error.message : problem }
  }
}
