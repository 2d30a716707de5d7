import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { DocumentRow } from '../../http/pages/document.ts'
import { openCurrentDocument } from '../../policies/current-document.ts'
import { readSignedToken, signedToken } from '../intake/signed-link.ts'

const POLICY_DOCUMENT = 'umbrella-policy-document'

export const policyDocumentUrl = (
  app: App,
  { uid, document_id }: { uid: string; document_id: string },
  livesMs: number,
): string =>
  `${app.config.publicUrl}/umbrella/documents/${signedToken(app, POLICY_DOCUMENT, { name: `${uid}.${document_id}`, livesMs })}`

const EXPIRED =
  'This link to a document has expired or is incomplete. Ask the person who sent it to you, or the agency, for a new one.'

export const policyDocument: DocumentRow<App> = {
  path: '/umbrella/documents/{token}',
  page: true,
  translated: true,
  contract: null,
  async respond(app, { params }) {
    const [uid = '', document_id = ''] =
      readSignedToken(app, POLICY_DOCUMENT, params.token ?? '')?.split('.') ?? []
    const document =
      (await openCurrentDocument(app, { uid, document_id })) ?? fail('not_found', { message: EXPIRED })
    return {
      type: document.media_type,
      body: document.content,
      headers: {
        'content-disposition': `attachment; filename="${document.filename}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    }
  },
}
