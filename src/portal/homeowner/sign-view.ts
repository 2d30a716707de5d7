import { html } from 'hono/html'
import type { BindRefusal, PortalOffer, PortalSigning, PortalView } from '../../homeowners/portal/facts.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd, usdCents } from '../../line/fields/money.ts'
import { fieldView } from '../../pages/fields.ts'
import type { Html } from '../../pages/frame.ts'
import { demonstrationMark } from '../../pages/service-marks.ts'
import { agreement } from '../form/agreement.ts'
import { noticesView } from '../form/notices-view.ts'
import { signatureField } from '../form/signature-field.ts'
import type { Screen } from '../frame/screen.ts'
import { coverageList } from './offers/coverage-guide.ts'
import { paymentSection } from './payment-view.ts'
import { errorAt, type StepContext, stepBody, stopsView } from './step-context.ts'

const bought = (
  { offer_id, carrier, illustrative, annual_price, coverages, fees = [], taxes = [] }: PortalOffer,
  { address, isExplained }: { address: string; isExplained: boolean },
): Html => html`<article class="bought">
<h3>${carrier}</h3>
${illustrative ? demonstrationMark : ''}
<p>${address}</p>
<p class="price"><span class="figure">${usd(annual_price)}</span> a year</p>
${[...fees, ...taxes].length > 0 ? html`<p class="soft small">Includes ${[...fees, ...taxes].map(({ label, amount_cents }) => `${label} ${usdCents(amount_cents)}`).join(', ')}.</p>` : ''}
${coverageList(coverages, { id: offer_id, isExplained })}
</article>`

const later = ({ homes }: PortalView): Html => {
  const others = homes.filter(
    ({ policy, offers }) =>
      !policy && offers.some(({ unavailable }) => !unavailable) && !offers.some(({ selected }) => selected),
  )
  return others.length === 0
    ? html``
    : html`<p class="soft">Not part of this purchase: ${others.map(({ address }) => address).join('; ')}. You can buy for ${others.length === 1 ? 'that home' : 'those homes'} later, while the quotes are valid.</p>`
}

const purchase = ({ view }: StepContext, { annual_price }: PortalSigning): Html => {
  const chosen = view.homes
    .flatMap(({ address, offers, policy }) =>
      policy ? [] : offers.filter(({ selected }) => selected).map(offer => ({ offer, address })),
    )
    .map(({ offer, address }, at) => bought(offer, { address, isExplained: at === 0 }))
  return html`<section class="card bound sheet" aria-labelledby="purchase">
<h2 id="purchase">What you’re buying</h2>
${chosen}
${later(view)}
${chosen.length > 1 ? html`<p class="price">Total <span class="figure">${usd(annual_price)}</span> a year</p>` : ''}
<p><a href="/portal/quotes">Choose another quote</a></p>
</section>`
}

const HELD_TITLES = {
  info_requested: 'needs more information',
  price_changed: 'asks another price',
  blocked: 'didn’t issue the policy',
} as const

export const heldTitle = ({ carrier, kind }: Pick<BindRefusal, 'carrier' | 'kind'>): string =>
  `${carrier} ${HELD_TITLES[kind]}`

const infoRequested = ({ view }: StepContext): Html =>
  html`${view.refusals.map(
    ({ carrier, kind, reason }) => html`<section class="callout warning">
<h2>${heldTitle({ carrier, kind })}</h2>
<p>${reason}</p>
<p>You haven’t bought anything. When this is resolved, sign again or <a href="/portal/quotes">choose another quote</a>.</p>
</section>`,
  )}`

const start = (context: StepContext, signing: PortalSigning): Html =>
  fieldView({
    name: 'effective_date',
    label: 'When should coverage start?',
    hint: `From ${dayWords(signing.earliest_date)} to ${dayWords(signing.latest_date)}. If you have a policy now, choose the day it expires.`,
    error: errorAt(context, 'effective_date'),
    texts: [context.typed.get('effective_date') ?? signing.suggested_date ?? ''],
    control: {
      kind: 'line',
      type: 'date',
      short: true,
      between: [signing.earliest_date, signing.latest_date],
    },
  })

const signForm = (
  context: StepContext,
  signing: PortalSigning,
): Html => html`<form method="post" action="/portal/sign" novalidate>
${context.token}<input type="hidden" name="token" value="${signing.token}">
<section class="card bound sheet" aria-labelledby="start"><h2 id="start">Start date</h2>
${start(context, signing)}
<p>If you choose today, coverage starts the minute the insurance company issues the policy. Otherwise it starts at 12:01 a.m. that day, local time at the home. Until then, keep your current policy.</p>
</section>
${noticesView(signing.notices)}
${agreement(context, signing.disclosures, { name: 'disclosures', heading: 'Before you sign', label: 'I have read this, and my answers are true.' })}
${agreement(context, signing.electronicRecords, { name: 'electronic_records', heading: 'Electronic documents and signature', label: 'I agree to sign and receive documents electronically.' })}
${signatureField({ ...signing, typed: context.typed, error: errorAt(context, 'signed_name') })}
<p class="row"><button>Sign and buy for ${usd(signing.annual_price)} a year</button></p>
</form>`

export const signStep = (context: StepContext): Screen => {
  const { signing } = context.view
  if (!signing) throw new Error('There is nothing to sign yet.')
  return {
    title: 'Sign',
    body: stepBody(
      context,
      {
        heading: 'Sign to buy your policy',
        lede: 'This is the last step. Take your time: you don’t buy anything until you press the button at the end.',
      },
      html`${stopsView(context)}${infoRequested(context)}
${purchase(context, signing)}
${paymentSection(context, signing)}
${signing.payment.needsHold && !signing.payment.isAuthorized ? '' : signForm(context, signing)}`,
    ),
  }
}
