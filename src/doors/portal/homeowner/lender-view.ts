import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { PortalPolicy } from '../../../products/homeowners/portal/homes.ts'
import { hasEvidence } from '../../../products/homeowners/portal/lender-evidence.ts'
import { errorAt } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import type { StepContext } from './step-context.ts'

export const lenderField = (policy_id: string): string => `lender.${policy_id}`

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
