import { html } from 'hono/html'
import type { Renewal, RenewalDetails } from '../../../agency/policies/life/renewals.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { hidden, postForm } from '../parts/form.ts'
import { billingForm, droppedForm, limitsForm, numberForm, reopenedForm } from './record-renewal.ts'

export const RENEWAL_MESSAGES = {
  renewal_completed: 'Recorded.',
  reshopped:
    'New application started from the earlier answers. We’ve emailed the customer. The note has its ID.',
  renewal_reopened: 'The renewal waits on the desk again. We’ve emailed the customer.',
} as const

/** Empty on purpose: only a limit that staff read on the new declarations page may be recorded. */
const limitFields = (within: string, policy: Policy, { limits = {} }: RenewalDetails): Html => {
  const asked = droppedForm(policy)
  const dropped = keysOf(limits).filter(name => limits[name] === null)
  const { options } = asked.fields.dropped.control as { options: readonly unknown[] }
  return html`<fieldset><legend>Limits and deductibles of the new period</legend>
<p class="hint small">In whole dollars, from the new declarations page. ${options.length > 0 ? 'With all of the first period’s, we can give a lender evidence of the new one.' : ''}</p>
${limitsForm(policy).draw({ given: limits, within })}</fieldset>
${options.length > 0 ? asked.draw({ given: { dropped }, within }) : ''}`
}

const detailsForm = (token: Html, policy: Policy, renewal: Renewal): Html => {
  const { renewal_id: id, due_on } = renewal
  return html`<details><summary>What the carrier stated about the period from ${dayWords(due_on)}</summary>
${postForm({
  token,
  path: `/desk/renewals/${id}`,
  label: `Details ${id}`,
  body: html`${hidden('from', policy.uid)}
<p>Policy ${policy.policy_number}, ${policy.carrier}. What you leave empty stays as it is on record.</p>
${numberForm.draw({ given: renewal, within: id })}
${billingForm.draw({ given: renewal, within: id })}
${limitFields(id, policy, renewal)}
<button name="act" value="details">Record</button>`,
})}</details>`
}

const reopenForm = (token: Html, policy: Policy, { renewal_id: id, due_on }: Renewal): Html =>
  html`<details><summary>The carrier looks again at the renewal due ${dayWords(due_on)}</summary>
${postForm({
  token,
  path: `/desk/renewals/${id}`,
  label: `Reopen ${id}`,
  body: html`${hidden('from', policy.uid)}
<p>Policy ${policy.policy_number}, ${policy.carrier}, was recorded as not renewed. The renewal goes back to the desk, and the customer is emailed.</p>
${reopenedForm.draw({ within: `${id}-again` })}
<button name="act" value="reopen" class="secondary">Open it again</button>`,
})}</details>`

const reshopForm = (token: Html, policy: Policy, { renewal_id: id, due_on }: Renewal): Html =>
  html`<details><summary>Shop the renewal due ${dayWords(due_on)} with other carriers</summary>
${postForm({
  token,
  path: `/desk/renewals/${id}`,
  label: `Shop ${id}`,
  body: html`${hidden('from', policy.uid)}
<p>Starts a new application from the answers behind policy ${policy.policy_number}. Each answer is marked as from the earlier application, and the customer confirms it. They authorize the credit check and sign anew. We email them a link. A new policy can start on ${dayWords(due_on)} or later.</p>
<button name="act" value="reshop" class="secondary">Start a new application</button>`,
})}</details>`

export const renewalForms = (token: Html, policies: readonly Policy[]): Html =>
  html`${policies.flatMap(policy => {
    if (policy.end !== null) return []
    const last = policy.renewals.at(-1)
    const renewed = policy.renewals.filter(({ status }) => status === 'renewed')
    return [
      ...renewed.map(renewal => detailsForm(token, policy, renewal)),
      ...(last?.status === 'not_renewed' ? [reopenForm(token, policy, last)] : []),
      ...(last && last.status !== 'renewed' ? [reshopForm(token, policy, last)] : []),
    ]
  })}`
