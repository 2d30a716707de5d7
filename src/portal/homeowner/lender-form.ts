import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import { openEvidence, sendEvidence } from '../../homeowners/portal/lender-evidence.ts'
import type { DocumentRow } from '../../http/pages/document.ts'
import { parseEmail } from '../../lib/email-address.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { say } from '../words/say.ts'
import { LENDER_PATH, lenderField } from './lender-view.ts'
import { stepForm } from './step-form.ts'

const TOO_MANY =
  'You’ve sent this too many times today. Try again tomorrow, or download the binder and send it yourself.'

export const lenderForm: DocumentRow<App> = {
  ...stepForm({
    path: LENDER_PATH,
    here: '/portal/policy',
    async send(app, { caller, view }, typed) {
      const policy_id = typed.get('policy') ?? ''
      const name = lenderField(policy_id)
      const to = parseEmail(typed.get(name) ?? '')
      if (to === null)
        return { errors: [{ name, message: say('Enter an email address, like name@example.com.') }] }
      const isSent = await sendEvidence(app, caller, { policy_id, to })
      if (!isSent) return { errors: [{ name, message: say(TOO_MANY) }] }
      return { next: pathWithNotice('/portal/policy', view.sandbox ? 'evidence_rehearsed' : 'evidence_sent') }
    },
  }),
  emails: true,
}

const NO_LINK = 'This link has expired or is not complete. Ask your borrower to send it again.'
const ENDED =
  'This policy has ended, so there is no evidence of insurance. Ask your borrower for their current policy.'

const VOID =
  'This policy was canceled from the start. It never took effect, so there is no evidence of insurance. Ask your borrower for their current policy.'

export const evidence: DocumentRow<App> = {
  path: '/portal/evidence/{token}',
  page: true,
  contract: null,
  budget: { name: 'lender_evidence', points: 60, seconds: 900, by: 'address' },
  async respond(app, { params }) {
    const document = await openEvidence(app, params.token ?? '')
    if (document === null) return fail('not_found', { message: NO_LINK })
    if (document === 'void') return fail('conflict', { message: VOID })
    if (document === 'ended') return fail('conflict', { message: ENDED })
    return {
      type: document.media_type,
      body: document.content,
      headers: { 'content-disposition': `attachment; filename="${document.filename}"` },
    }
  },
}
