import { type DocumentContent, openDocument } from '../../../agency/documents/documents.ts'
import type { MediaType } from '../../../agency/documents/media-type.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Document, DocumentRow } from '../../../platform/http/pages/document.ts'
import { INLINE } from '../parts/preview.ts'
import { staffPage } from '../sign-in/door.ts'
import { noteOpened } from './staff-actions.ts'

const EXTENSIONS: Record<MediaType, string> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

export const asDownload = ({ document_id, media_type, bytes }: DocumentContent): Document => ({
  type: media_type,
  body: bytes,
  mostBytes: bytes.length,
  headers: {
    'content-disposition': `attachment; filename="${document_id}.${EXTENSIONS[media_type]}"`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  },
})

export const previewRow: DocumentRow<App> = staffPage(
  '/desk/documents/{id}/preview',
  'open_document',
  async (app, { params }, { actor }) => {
    const document = (await openDocument(app, params.id ?? '')) ?? fail('not_found')
    await noteOpened(app, document, actor)
    const { media_type: type, bytes: body } = document
    return { type, body, mostBytes: body.length, headers: INLINE }
  },
)
