import { html } from 'hono/html'
import { coverageEndsOn, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { END_REASONS } from '../parts/end-words.ts'
import { form } from '../parts/form.ts'
import { noteField } from '../parts/one-line-field.ts'
import { amountField, choiceField, hidden, refundPath } from './refund-fields.ts'

const policyLabel = (policy: Policy): string => {
  const { policy_number, carrier, effective_date, end } = policy
  const starts = `${policy_number}, ${carrier}, ${dayWords(effective_date)}`
  if (neverTookEffect(policy)) return `${starts} (canceled from the start)`
  return `${starts} to ${dayWords(coverageEndsOn(policy))}${end ? ' (canceled)' : ''}`
}

const moneyFields = html`${choiceField({
  name: 'refund',
  label: 'Refund',
  options: [
    { value: 'now', label: 'Refund the return premium now' },
    { value: 'later', label: 'Refund later, once the carrier has stated the return premium' },
    { value: 'none', label: 'No refund: the carrier returns nothing' },
  ],
})}
${amountField('policy_amount', 'Return premium as the carrier stated it, in dollars', 'The carrier’s own figure counts. If you leave this empty, the next page shows our estimate: the premium of the remaining days, without fees.')}`

const tellFields = html`${choiceField({
  name: 'tell',
  label: 'Email about it',
  options: [
    { value: 'customer', label: 'Email the customer' },
    { value: 'other', label: 'Email someone else, for example the estate' },
    { value: 'nobody', label: 'Email nobody' },
  ],
})}
${amountField('tell_email', 'Email address of someone else', 'Only if you chose to email someone else.')}`

type Shown = { policies: readonly Policy[]; isPaid: boolean }

export const endForm = (token: Html, uid: string, { policies, isPaid }: Shown): Html =>
  form({
    token,
    path: refundPath(uid),
    label: 'A policy that ends',
    body: html`${hidden('kind', 'policy')}
${choiceField({
  name: 'policy',
  label: 'Policy',
  options: policies.map(policy => ({ value: policy.policy_id, label: policyLabel(policy) })),
})}
${choiceField({
  name: 'ended_by',
  label: 'Why it ended',
  options: [
    ...Object.entries(END_REASONS).map(([value, label]) => ({ value, label })),
    { value: 'kept', label: 'It continues: the cancellation was taken back' },
  ],
})}
${fieldView({
  name: 'ends_on',
  label: 'Coverage ends at 12:01 a.m. on',
  hint: 'This day is not covered. Enter the start date if the policy never takes effect. Leave it empty if the policy continues.',
  texts: [],
  control: { kind: 'line', type: 'date' },
})}
${isPaid || policies.some(({ end }) => end?.refund_later) ? moneyFields : ''}
${tellFields}
${noteField('policy-note')}
<button>Review</button>`,
  })
