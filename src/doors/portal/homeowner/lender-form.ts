import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { sendEvidence } from '../../../products/homeowners/portal/lender-evidence.ts'
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
