import { html } from 'hono/html'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { errorAt } from '../../line/portal/screen.ts'
import type { PortalPolicy } from './homes.ts'
import { hasEvidence, sendEvidence } from './lender-evidence.ts'
import { say } from './say.ts'
import type { PortalForm, StepContext } from './step-context.ts'

const lenderField = (policy_id: string): string => `lender.${policy_id}`

const form = (context: StepContext, { policy_id, address }: PortalPolicy): Html => {
  const name = lenderField(policy_id)
  const ofHome = html`<span class="hidden"> ${say('for {address}', { address })}</span>`
  return html`<form method="post" action="/portal/lender" class="card bound sheet on-screen" aria-labelledby="title-${policy_id}" novalidate>
${context.token}<input type="hidden" name="policy" value="${policy_id}">
<h2 id="title-${policy_id}">${say('Send proof of insurance to your lender')}${ofHome}</h2>
<p>${say('We’ll email a link to the evidence of insurance for {address}. The link works for 30 days.', { address })}</p>
${fieldView({
  name,
  label: say('Your lender’s email address'),
  hint: say('Your lender’s letter or website lists the address for insurance documents.'),
  error: errorAt(context, name),
  texts: [context.typed.get(name) ?? ''],
  control: { kind: 'line', type: 'email', required: true },
})}
<p class="row"><button class="secondary">${say('Send to my lender')}${ofHome}</button></p>
<p><a href="/portal/policy/${policy_id}/lender-links">${say('Create a link yourself, or see who opened one')}${ofHome}</a></p>
</form>`
}

export const lenderForms = (context: StepContext, policies: readonly PortalPolicy[]): Html =>
  html`${policies.filter(policy => !policy.is_over && hasEvidence(policy, context.view.sandbox)).map(policy => form(context, policy))}`

const TOO_MANY =
  'You’ve sent this too many times today. Try again tomorrow, or download the binder and send it yourself.'

export const lenderForm: PortalForm = {
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
}
