import type { Document } from '../../platform/http/pages/document.ts'
import type { DocumentContent } from './documents.ts'
import type { MediaType } from './media-type.ts'

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
