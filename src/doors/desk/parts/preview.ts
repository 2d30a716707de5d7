import { html } from 'hono/html'
import type { DocumentRecord } from '../../../agency/documents/documents.ts'
import type { Html } from '../../../platform/pages/html.ts'

type Previewed = Pick<DocumentRecord, 'document_id' | 'media_type' | 'filename'>

const shown = ({ document_id, media_type, filename }: Previewed): Html => {
  const path = `/desk/documents/${document_id}/preview`
  return media_type.startsWith('image/')
    ? html`<img class="preview" src="${path}" alt="${filename}" loading="lazy">`
    : html`<iframe class="preview" src="${path}" title="${filename}" loading="lazy"></iframe>`
}

/** A closed one is loaded when it is opened, because opening a document is recorded. */
export const documentPreview = (document: Previewed, { isOpen = false } = {}): Html =>
  html`<details${isOpen ? html` open` : ''}><summary>Preview<span class="hidden"> ${document.filename}</span></summary>${shown(document)}</details>`

/** Uploads are what their type says, browsers may not guess another, and only our pages may frame them. */
export const INLINE = {
  'content-disposition': 'inline',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}
