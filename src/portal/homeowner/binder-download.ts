import { fail } from '../../errors.ts'
import { openPolicyDocument } from '../../policies/policies.ts'
import { homeownerPage } from '../sign-in/signed-in-homeowner.ts'

/** Only from the signed-in person's own application. */
export const binder = homeownerPage({
  path: '/portal/policy/{id}/binder.pdf',
  async respond(app, { uid }, { params: { id = '' } }) {
    const isId = /^\w{1,100}$/.test(id)
    const document = (isId && (await openPolicyDocument(app, { uid, document_id: id }))) || fail('not_found')
    return {
      type: document.media_type,
      body: document.content,
      headers: { 'content-disposition': `attachment; filename="${document.filename}"` },
    }
  },
})
