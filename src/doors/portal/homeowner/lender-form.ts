import { parseEmail } from '../../../platform/lib/email-address.ts'
import { sendEvidence } from '../../../products/homeowners/portal/lender-evidence.ts'
import { pathWithNotice } from '../flow/flow.ts'
import { say } from '../words/say.ts'
import { homeownerFlow } from './flow.ts'
import { lenderField } from './lender-view.ts'

const TOO_MANY =
  'You’ve sent this too many times today. Try again tomorrow, or download the binder and send it yourself.'

export const lenderForm = homeownerFlow.form({
  path: '/lender',
  here: '/portal/policy',
  emails: true,
  async send(app, caller, { typed, view }) {
    const policy_id = typed.get('policy') ?? ''
    const name = lenderField(policy_id)
    const to = parseEmail(typed.get(name) ?? '')
    if (to === null)
      return { errors: [{ name, message: say('Enter an email address, like name@example.com.') }] }
    const isSent = await sendEvidence(app, caller, { policy_id, to })
    if (!isSent) return { errors: [{ name, message: say(TOO_MANY) }] }
    return { next: pathWithNotice('/portal/policy', view.sandbox ? 'evidence_rehearsed' : 'evidence_sent') }
  },
})
