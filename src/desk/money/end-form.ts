import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { fieldView } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import type { Policy } from '../../policies/policies.ts'
import { coverageEndsOn, neverTookEffect } from '../../policies/policy-end.ts'
import { form } from '../form.ts'
import { noteField } from '../one-line-field.ts'
import { amountField, hidden, refundPath } from './refund-fields.ts'

const policyLabel = (policy: Policy): string => {
  const { policy_number, carrier, effective_date, end } = policy
  const starts = `${policy_number}, ${carrier}, ${dayWords(effective_date)}`
  if (neverTookEffect(policy)) return `${starts} (canceled from the start)`
  return `${starts} to ${dayWords(coverageEndsOn(policy))}${end ? ' (canceled)' : ''}`
}

const moneyFields = html`${fieldView({
  name: 'refund',
  label: 'Refund',
  texts: [],
  control: {
    kind: 'select',
    options: [
      { value: 'now', label: 'Refund the return premium now' },
      { value: 'later', label: 'Refund later, once the carrier has stated the return premium' },
    ],
  },
})}
${amountField('policy_amount', 'Return premium as the carrier stated it, in dollars', 'The carrier’s own figure counts. If you leave this empty, the next page shows our estimate: the premium of the remaining days, without fees.')}`

type Shown = { policies: readonly Policy[]; isPaid: boolean }

export const endForm = (token: Html, uid: string, { policies, isPaid }: Shown): Html =>
  form({
    token,
    path: refundPath(uid),
    id: 'A policy that ends',
    body: html`${hidden('kind', 'policy')}
${fieldView({
  name: 'policy',
  label: 'Policy',
  texts: [],
  control: {
    kind: 'select',
    options: policies.map(policy => ({ value: policy.policy_id, label: policyLabel(policy) })),
  },
})}
${fieldView({
  name: 'ended_by',
  label: 'Who canceled it',
  texts: [],
  control: {
    kind: 'select',
    options: [
      { value: 'insured', label: 'The customer asked for it' },
      { value: 'carrier', label: 'The carrier canceled it' },
      { value: 'kept', label: 'Nobody: the cancellation was taken back, and the policy continues' },
    ],
  },
})}
${fieldView({
  name: 'ends_on',
  label: 'Coverage ends at 12:01 a.m. on',
  hint: 'This day is not covered. Enter the start date if the policy never takes effect. Leave it empty if the policy continues.',
  texts: [],
  control: { kind: 'line', type: 'date' },
})}
${isPaid ? moneyFields : ''}
${noteField('policy-note', true)}
<button>Review</button>`,
  })
