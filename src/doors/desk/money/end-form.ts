import { html } from 'hono/html'
import { coverageEndsOn, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { cents, choice, day, email } from '../../../platform/forms/field-kinds.ts'
import { form } from '../../../platform/forms/form.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { END_REASONS } from '../parts/end-words.ts'
import { hidden, postForm, why } from '../parts/form.ts'
import { refundPath } from './refund-plan.ts'

const policyLabel = (policy: Policy): string => {
  const { policy_number, carrier, effective_date, end } = policy
  const starts = `${policy_number}, ${carrier}, ${dayWords(effective_date)}`
  if (neverTookEffect(policy)) return `${starts} (canceled from the start)`
  return `${starts} to ${dayWords(coverageEndsOn(policy))}${end ? ' (canceled)' : ''}`
}

const optional = { optional: true } as const

export const endingForm = (policies: readonly Policy[]) =>
  form({
    policy: choice(
      'Policy',
      policies.map(policy => ({ value: policy.policy_id, label: policyLabel(policy) })),
    ),
    ended_by: choice('Why it ended', [
      ...keysOf(END_REASONS).map(value => ({ value, label: END_REASONS[value] })),
      { value: 'kept', label: 'It continues: the cancellation was taken back' },
    ]),
    ends_on: day('Coverage ends at 12:01 a.m. on', {
      hint: 'This day is not covered. Enter the start date if the policy never takes effect. Leave it empty if the policy continues.',
      ...optional,
    }),
    refund: choice(
      'Refund',
      [
        { value: 'now', label: 'Refund the return premium now' },
        { value: 'later', label: 'Refund later, once the carrier has stated the return premium' },
        { value: 'none', label: 'No refund: the carrier returns nothing' },
      ],
      optional,
    ),
    policy_amount: cents('Return premium as the carrier stated it, in dollars', {
      hint: 'The carrier’s own figure counts. If you leave this empty, the next page shows our estimate: the premium of the remaining days, without fees.',
      ...optional,
    }),
    tell: choice(
      'Email about it',
      [
        { value: 'customer', label: 'Email the customer' },
        { value: 'other', label: 'Email someone else, for example the estate' },
        { value: 'nobody', label: 'Email nobody' },
      ],
      optional,
    ),
    tell_email: email('Email address of someone else', {
      hint: 'Only if you chose to email someone else.',
      ...optional,
    }),
    ...why.fields,
  })

type Shown = { policies: readonly Policy[]; isPaid: boolean }

export const endForm = (token: Html, uid: string, { policies, isPaid }: Shown): Html => {
  const asked = endingForm(policies)
  const hasMoney = isPaid || policies.some(({ end }) => end?.refund_later)
  const only = keysOf(asked.fields).filter(
    name => hasMoney || (name !== 'refund' && name !== 'policy_amount'),
  )
  return postForm({
    token,
    path: refundPath(uid),
    label: 'A policy that ends',
    body: html`${hidden('kind', 'policy')}
${asked.draw({ only, within: 'policy' })}
<button>Review</button>`,
  })
}
