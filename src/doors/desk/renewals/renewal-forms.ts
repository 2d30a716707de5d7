import { html } from 'hono/html'
import { billToNames } from '../../../agency/carriers/contract/payment-terms.ts'
import { isIssuedWith } from '../../../agency/policies/life/limits.ts'
import type { Renewal, RenewalDetails } from '../../../agency/policies/life/renewals.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { form } from '../parts/form.ts'
import { lineInput } from '../parts/one-line-field.ts'
import { lineFor } from '../policy-requests/policy-requests.ts'

export const RENEWAL_MESSAGES = {
  renewal_completed: 'Recorded.',
  reshopped:
    'New application started from the earlier answers. We’ve emailed the customer. The note has its ID.',
  renewal_reopened: 'The renewal waits on the desk again. We’ve emailed the customer.',
} as const

export const BILL_TO_WORDS = {
  insured: 'The customer pays the agency',
  mortgagee_escrow: 'The mortgage company pays from escrow',
  at_closing: 'Paid at closing',
  carrier_direct: 'The carrier bills the customer',
} as const satisfies Record<(typeof billToNames)[number], string>

export const field = (id: string, label: string, control: Html, hint = ''): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
${hint === '' ? '' : html`<p class="hint small" id="${id}-hint">${hint}</p>`}
${control}</div>`

const line = (id: string, name: string, value: string | undefined): Html =>
  lineInput({ id, name, required: false, attributes: html` value="${value ?? ''}"` })

export const billingFields = (id: string, { bill_to, payment }: RenewalDetails): Html =>
  html`${field(
    `${id}-bill-to`,
    'Who is billed (if the carrier says)',
    html`<select id="${id}-bill-to" name="bill_to"><option value="">Not stated</option>
${billToNames.map(name => html`<option value="${name}"${name === bill_to ? html` selected` : ''}>${BILL_TO_WORDS[name]}</option>`)}</select>`,
  )}
${field(`${id}-payment`, 'How it is paid, in the carrier’s words (if it says)', line(`${id}-payment`, 'payment', payment))}`

export const numberField = (id: string, { policy_number }: RenewalDetails): Html =>
  field(
    `${id}-number`,
    'New policy number (if it changes)',
    line(`${id}-number`, 'policy_number', policy_number),
  )

/** Empty on purpose: only a limit that staff read on the new declarations page may be recorded. */
const limitFields = (id: string, policy: Policy, { limits = {} }: RenewalDetails): Html => {
  const line = lineFor(policy.uid).limits
  const labels = line.labels(policy)
  const before = new Map(policy.coverages.map(({ label, amount }) => [label, amount]))
  const droppable = line.canDrop ? labels.filter(one => isIssuedWith(policy, one)) : []
  return html`<fieldset><legend>Limits and deductibles of the new period</legend>
<p class="hint small">In whole dollars, from the new declarations page. ${droppable.length > 0 ? 'With all of the first period’s, we can give a lender evidence of the new one.' : ''}</p>
${labels.map(({ name, label }) =>
  field(
    `${id}-${name}`,
    label,
    html`<input id="${id}-${name}" name="${name}" inputmode="numeric" class="short" value="${limits[name] ?? ''}" aria-describedby="${id}-${name}-hint">`,
    `First period: ${before.get(label) ?? 'none'}`,
  ),
)}</fieldset>
${
  droppable.length === 0
    ? ''
    : html`<fieldset><legend>No longer part of the policy</legend>
<p class="hint small">Only if the new declarations page does not have it. Lenders and the customer read that the renewal dropped it.</p>
${droppable.map(({ name, label }) => html`<label class="choice"><input type="checkbox" name="dropped" value="${name}"${limits[name] === null ? html` checked` : ''}><span>${label}</span></label>`)}</fieldset>`
}`
}

const detailsForm = (token: Html, policy: Policy, renewal: Renewal): Html => {
  const { renewal_id: id, due_on } = renewal
  return html`<details><summary>What the carrier stated about the period from ${dayWords(due_on)}</summary>
${form({
  token,
  path: `/desk/renewals/${id}`,
  label: `Details ${id}`,
  body: html`<input type="hidden" name="from" value="${policy.uid}">
<p>Policy ${policy.policy_number}, ${policy.carrier}. What you leave empty stays as it is on record.</p>
${numberField(id, renewal)}
${billingFields(id, renewal)}
${limitFields(id, policy, renewal)}
<button name="act" value="details">Record</button>`,
})}</details>`
}

const reopenForm = (token: Html, policy: Policy, { renewal_id: id, due_on }: Renewal): Html =>
  html`<details><summary>The carrier looks again at the renewal due ${dayWords(due_on)}</summary>
${form({
  token,
  path: `/desk/renewals/${id}`,
  label: `Reopen ${id}`,
  body: html`<input type="hidden" name="from" value="${policy.uid}">
<p>Policy ${policy.policy_number}, ${policy.carrier}, was recorded as not renewed. The renewal goes back to the desk, and the customer is emailed.</p>
${field(`${id}-again`, 'What the carrier said, which the customer will read', lineInput({ id: `${id}-again`, name: 'answer' }))}
<button name="act" value="reopen" class="secondary">Open it again</button>`,
})}</details>`

const reshopForm = (token: Html, policy: Policy, { renewal_id: id, due_on }: Renewal): Html =>
  html`<details><summary>Shop the renewal due ${dayWords(due_on)} with other carriers</summary>
${form({
  token,
  path: `/desk/renewals/${id}`,
  label: `Shop ${id}`,
  body: html`<input type="hidden" name="from" value="${policy.uid}">
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
