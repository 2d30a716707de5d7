import { openDocument } from '../../../agency/documents/documents.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { staffPage } from '../sign-in/door.ts'
import { noteOpened } from './staff-actions.ts'

/** Uploads are what their type says, browsers may not guess another, and only our pages may frame them. */
const INLINE = {
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

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
