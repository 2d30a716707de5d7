import { html } from 'hono/html'
import { numberOn } from '../../../agency/policies/life/policy-end.ts'
import type { RenewalDetails } from '../../../agency/policies/life/renewals.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords, plusYears } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { customerLink } from '../parts/customer-link.ts'
import { hidden, postForm } from '../parts/form.ts'
import { facts, NONE, table } from '../parts/table.ts'
import {
  BILL_TO_WORDS,
  billingForm,
  notRenewedForm,
  numberForm,
  reasonsForm,
  termsForm,
  type WaitingRenewal,
} from './record-renewal.ts'

const reasonWords = (reasons: readonly string[]): string =>
  reasons.length === 0 ? 'The carrier gave no reason' : reasons.join(' · ')

export const renewalNext = ({ status, isAccepted, isLapsed }: WaitingRenewal): string => {
  if (status === 'due') return 'Ask the carrier for its offer'
  if (isLapsed) return 'The offer has expired. Ask the carrier for another'
  return isAccepted ? 'The customer accepted. Tell the carrier' : 'Waiting for the customer'
}

const offerFields = (renewal: WaitingRenewal): Html => {
  const { renewal_id: within, due_on, period_to, reasons } = renewal
  const given = { ...renewal, period_to: period_to ?? plusYears(due_on, 1) }
  const said = Object.fromEntries(reasons.map((reason, at) => [`reason_${at + 1}`, reason]))
  return html`${termsForm(renewal).draw({ given, within })}
${billingForm.draw({ given, within })}
<fieldset><legend>Reasons for the price</legend>
<p class="hint small">In the carrier’s words. The customer reads them. Leave them empty if it gave none.</p>
${reasonsForm.draw({ given: said, within })}</fieldset>
<button name="act" value="offer">Record the offer</button>
<p class="soft small">The customer is emailed the price, the difference, and the reasons.</p>`
}

const billingWords = ({ bill_to, payment }: RenewalDetails): string =>
  [bill_to && BILL_TO_WORDS[bill_to], payment].filter(Boolean).join('. ')

const offeredFacts = (renewal: WaitingRenewal) => {
  const { annual_price, period_to, valid_until, reasons } = renewal
  const billing = billingWords(renewal)
  return annual_price === null || period_to === null
    ? []
    : [
        { label: 'Offered', value: `${usd(annual_price)} a year, until ${dayWords(period_to)}` },
        { label: 'Reasons', value: reasonWords(reasons) },
        ...(billing === '' ? [] : [{ label: 'Paid', value: billing }]),
        ...(valid_until === null ? [] : [{ label: 'Valid until', value: dayWords(valid_until) }]),
      ]
}

const underlyingFacts = ({ underlying }: WaitingRenewal) =>
  underlying === null
    ? []
    : [
        {
          label: 'Underlying limits',
          value: `Required when it was issued: auto ${underlying.auto}, home ${underlying.home}. What the new period requires is not on record, and the household’s answers are from then. Ask the carrier, and ask the customer what changed.`,
        },
      ]

/** An offer can change while the page is open. */
const seenFields = ({ annual_price, period_to }: WaitingRenewal): Html =>
  html`${hidden('annual_price', annual_price ?? '')}${hidden('period_to', period_to ?? '')}`

export const renewalCard =
  (token: Html) =>
  (renewal: WaitingRenewal): Html => {
    const { renewal_id: id, uid, due_on, status, carrier, known_as, price_now } = renewal
    const send = (name: string, body: Html) =>
      postForm({ token, path: `/desk/renewals/${id}`, label: `${name} ${id}`, body })
    return html`<article class="card bound" aria-labelledby="${id}">
<h3 id="${id}">Renewal due ${dayWords(due_on)}</h3>
${facts([
  { label: 'Policy', value: `${known_as}, ${carrier}` },
  { label: 'Next', value: renewalNext(renewal) },
  { label: 'Price now', value: price_now === null ? NONE : `${usd(price_now)} a year` },
  ...offeredFacts(renewal),
  ...underlyingFacts(renewal),
  { label: 'Request', value: customerLink(uid) },
])}
<details><summary>${status === 'due' ? 'Enter the carrier’s offer' : 'The carrier changed its offer'}</summary>
${send('Offer', offerFields(renewal))}</details>
${
  status === 'offered'
    ? html`<details><summary>The carrier has renewed it</summary>
${send('Renewed', html`<p>Only if the carrier confirmed it at the offered price. The customer is emailed.</p>${seenFields(renewal)}${numberForm.draw({ given: renewal, within: id })}<button name="act" value="renewed">Record the renewal</button>`)}</details>`
    : ''
}
<details><summary>Not renewed</summary>
${send(
  'Not renewed',
  html`${notRenewedForm.draw({ within: id })}<button name="act" value="not_renewed" class="secondary">Record that it ends</button>`,
)}</details>
</article>`
  }

export const renewalsTable = (policies: readonly Policy[]): Html => {
  const all = policies.flatMap(policy =>
    policy.renewals.map(renewal => ({ ...renewal, known_as: numberOn(policy, renewal.due_on) })),
  )
  return table('Renewals', [
    { name: 'Policy', cells: all.map(({ known_as }) => known_as) },
    { name: 'Due', cells: all.map(({ due_on }) => dayWords(due_on)) },
    {
      name: 'Status',
      cells: all.map(({ status, answer }) => nameTitle(status) + (answer ? `: ${answer}` : '')),
    },
    {
      name: 'Offer',
      cells: all.map(({ annual_price, period_to }) =>
        annual_price === null || period_to === null
          ? NONE
          : `${usd(annual_price)} a year, until ${dayWords(period_to)}`,
      ),
    },
    {
      name: 'Reasons',
      cells: all.map(({ annual_price, reasons }) => (annual_price === null ? NONE : reasonWords(reasons))),
    },
    { name: 'Paid', cells: all.map(renewal => billingWords(renewal) || NONE) },
    { name: 'Recorded', cells: all.map(({ recorded_at }) => moment(recorded_at)) },
  ])
}
