import { html } from 'hono/html'
import type { FieldProblem } from '../../../platform/errors.ts'
import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { problemWords } from '../../../platform/problem-catalog.ts'
import { dayWords, isDay } from '../../../platform/values/calendar.ts'
import { carrierWords } from '../../line/portal/carrier-words.ts'
import { perYear } from '../../line/portal/offer-card.ts'
import { includedCharges } from '../../line/portal/offer-differences.ts'
import { errorAt, type Screen, stepBody } from '../../line/portal/screen.ts'
import {
  chosenAnewWords,
  notAgreed,
  notSameName,
  signatureIn,
  signingForm,
  unansweredOffers,
} from '../../line/portal/signing.ts'
import { signAndOrder } from '../buying/bind.ts'
import { holdForStaff } from '../buying/held-purchase.ts'
import { choosePayment } from '../buying/payment.ts'
import { signingProblems } from '../buying/signing.ts'
import { coverageList } from './coverage-guide.ts'
import { applicationContents, signedApplicationView } from './given-answers.ts'
import type { PortalOffer } from './homes.ts'
import { POLICY_FORMS } from './offer-card.ts'
import { choicesIn, needsPayment, PAYMENT_CHOICE, paymentSection } from './payment-step.ts'
import { say, sayHtml } from './say.ts'
import { contactAgency, type PortalForm, type StepContext, stopsView } from './step-context.ts'
import type { PortalBilling, PortalSigning, PortalView } from './view.ts'

type KnownExpiry = { address: string; expires: string }

type ExpiryWarning = KnownExpiry & { kind: 'gap' | 'overlap' }

/** A policy ends at 12:01 a.m. of the day it expires. A start on that day leaves no gap and no overlap. */
const expiryWarnings = (start: string, known: readonly KnownExpiry[]): ExpiryWarning[] =>
  known
    .filter(({ expires }) => start !== '' && expires !== start)
    .map(one => ({ ...one, kind: start > one.expires ? 'gap' : 'overlap' }))

const bought = (
  { offer_id, carrier, illustrative, policy_form, annual_price, coverages, fees, taxes }: PortalOffer,
  { address, isExplained }: { address: string; isExplained: boolean },
): Html => html`<article class="bought">
<h3>${carrier}</h3>
${illustrative ? demonstrationMark : ''}
<p>${address}</p>
<p>${say(POLICY_FORMS[policy_form])}</p>
<p class="price">${perYear(annual_price)}</p>
${includedCharges({ fees, taxes })}
${coverageList(coverages, { id: offer_id, isExplained })}
</article>`

const insured = (
  context: StepContext,
  { full_name, co_owners, mayLeaveOutOwners: carriers }: PortalSigning,
): Html => {
  if (co_owners.length === 0) return html``
  return carriers.length === 0
    ? html`<p>${say('Insured: {names}.', { names: [full_name, ...co_owners].join(', ') })}</p>`
    : html`<p class="callout warning">${say('{carriers} may not insure the other owners on your application: {others}. If they should be insured too, {contact} before you sign.', { carriers: carriers.join(', '), others: co_owners.join(', '), contact: contactAgency(context) })}</p>`
}

const later = ({ homes }: PortalView): Html => {
  const others = homes.filter(
    ({ policy, offers }) =>
      !policy && offers.some(({ unavailable }) => !unavailable) && !offers.some(({ selected }) => selected),
  )
  return others.length === 0
    ? html``
    : html`<p class="soft">${say('Not part of this purchase: {homes}. You can insure {count, plural, one {that home} other {those homes}} later, while the quotes are valid.', { homes: others.map(({ address }) => address).join('; '), count: others.length })}</p>`
}

const chosenIn = ({ homes }: PortalView) =>
  homes.flatMap(({ address, offers, policy }) =>
    policy ? [] : offers.filter(({ selected }) => selected).map(offer => ({ offer, address })),
  )

const purchase = (context: StepContext, signing: PortalSigning): Html => {
  const { view } = context
  const chosen = chosenIn(view).map(({ offer, address }, at) =>
    bought(offer, { address, isExplained: at === 0 }),
  )
  return html`<section class="card bound sheet" aria-labelledby="purchase">
<h2 id="purchase">${say('What you’re buying')}</h2>
${insured(context, signing)}
${chosen}
${later(view)}
${chosen.length > 1 ? html`<p class="price">${say('Total')} ${perYear(signing.annual_price)}</p>` : ''}
<p><a href="/portal/quotes">${say('Choose another quote')}</a></p>
</section>`
}

const HELD_TITLES = {
  info_requested: '{carrier} needs more information',
  price_changed: '{carrier} is asking for a different price',
  blocked: '{carrier} didn’t issue the policy',
} as const

export const heldTitle = ({
  carrier,
  kind,
}: Pick<PortalView['refusals'][number], 'carrier' | 'kind'>): string => say(HELD_TITLES[kind], { carrier })

const infoRequested = (context: StepContext): Html =>
  html`${context.view.refusals.map(
    ({ carrier, kind, reason, address }) => html`<section class="callout warning">
<h2>${heldTitle({ carrier, kind })}</h2>
${context.view.homes.length > 1 ? html`<p>${address}</p>` : ''}
<p>${carrierWords(reason)}</p>
<p>${sayHtml('This policy is not issued. To answer, {contact}. When {carrier} has your answer, sign again, or <a>choose another quote</a>.', { carrier, contact: contactAgency(context), a: text => html`<a href="/portal/quotes">${text}</a>` })}</p>
</section>`,
  )}`

const startHint = ({ earliest_date, latest_date, suggested_date, closing_date }: PortalSigning): string => {
  const days = { first: dayWords(earliest_date), last: dayWords(latest_date) }
  if (closing_date === null)
    return say('From {first} to {last}. If you have a policy now, choose the day it expires.', days)
  const closing = dayWords(closing_date)
  return suggested_date === closing_date
    ? say('From {first} to {last}. We filled in your closing date, {closing}.', { ...days, closing })
    : say('From {first} to {last}. Your closing date is {closing}.', { ...days, closing })
}

const WARNINGS = {
  gap: 'Your policy for {address} expires on {expires}, and the new one starts on {start}. The home isn’t covered in between.',
  overlap:
    'Your policy for {address} expires on {expires}, and the new one starts on {start}. You pay for both in between, unless you cancel the old one as of {start}.',
} as const satisfies Record<ExpiryWarning['kind'], string>

const lateStart = (day: string, closing: string | null): string[] =>
  closing !== null && isDay(day) && day > closing
    ? [
        say(
          'Coverage would start on {start}, after your closing on {closing}. This policy doesn’t cover the home in between, and your lender may require coverage from the closing on.',
          { start: dayWords(day), closing: dayWords(closing) },
        ),
      ]
    : []

const startWarnings = (day: string, { expiries, closing_date }: PortalSigning): string[] => [
  ...lateStart(day, closing_date),
  ...expiryWarnings(day, expiries).map(({ kind, address, expires }) =>
    say(WARNINGS[kind], { address, expires: dayWords(expires), start: dayWords(day) }),
  ),
]

const startShown = ({ typed }: StepContext, { suggested_date }: PortalSigning): string => {
  const day = typed.get('effective_date') ?? suggested_date ?? ''
  return isDay(day) ? day : ''
}

const oneDay = ({ view }: StepContext): Html =>
  chosenIn(view).length < 2
    ? html``
    : html`<p>${sayHtml('Every home in this purchase starts on the same day. To start one on another day, <a>choose “Not now” for it</a>, and buy it later.', { a: text => html`<a href="/portal/quotes">${text}</a>` })}</p>`

const start = (context: StepContext, signing: PortalSigning): Html =>
  html`${fieldView({
    name: 'effective_date',
    label: say('When should coverage start?'),
    hint: startHint(signing),
    error: errorAt(context, 'effective_date'),
    texts: [context.typed.get('effective_date') ?? signing.suggested_date ?? ''],
    control: {
      kind: 'line',
      type: 'date',
      short: true,
      between: [signing.earliest_date, signing.latest_date],
    },
  })}
<input type="hidden" name="checked_start" value="${startShown(context, signing)}">
${startWarnings(startShown(context, signing), signing).map(words => html`<p class="callout warning">${words}</p>`)}
${oneDay(context)}`

const signingView = (context: StepContext, signing: PortalSigning): Html =>
  signingForm(context, signing, {
    annual_price: signing.annual_price,
    total_cents: signing.payment.total_cents,
    due_cents: signing.payment.due_cents,
    start: startShown(context, signing) || null,
    notices: signing.notices,
    first: html`${paymentSection(context, signing)}
<section class="card bound sheet" aria-labelledby="start"><h2 id="start">${say('Start date')}</h2>
${start(context, signing)}
<p>${say('If you choose today, coverage starts the minute the insurance company issues the policy. Otherwise it starts at 12:01 a.m. that day, local time at the home. Until then, keep your current policy.')}</p>
</section>`,
  })

const contents = (context: StepContext, signing: PortalSigning): Html => {
  if (context.application.homes.length < 2) return html``
  const link = (id: string, words: string): Html => html`<li><a href="#${id}">${words}</a></li>`
  return html`<nav class="card on-screen" aria-labelledby="contents"><h2 id="contents">${say('On this page')}</h2>
<ul>${link('purchase', say('What you’re buying'))}
${applicationContents(context)}
${link('payment', say('How you’ll pay'))}
${needsPayment(signing) ? '' : html`${link('start', say('Start date'))}${link('notices-heading', say('Notices'))}${link('disclosures-heading', say('Before you sign'))}${link('signature', say('Your signature'))}`}</ul></nav>`
}

export const signStep = (context: StepContext): Screen => {
  const { signing } = context.view
  if (!signing) throw new Error('There is nothing to sign yet.')
  return {
    title: say('Sign'),
    body: stepBody(
      context,
      {
        heading: say('Sign to buy your {count, plural, one {policy} other {policies}}', {
          count: chosenIn(context.view).length,
        }),
        lede: needsPayment(signing)
          ? say(
              'First you authorize the payment, then you sign. Take your time: you don’t buy anything until you sign.',
            )
          : say('Take your time: you don’t buy anything until you press the button at the end.'),
      },
      html`${stopsView(context)}${infoRequested(context)}
${contents(context, signing)}
${purchase(context, signing)}
${signedApplicationView(context)}
${needsPayment(signing) ? paymentSection(context, signing) : signingView(context, signing)}`,
    ),
  }
}

const WORDS: Readonly<Record<string, (signing: PortalSigning) => string>> = {
  effective_date: ({ earliest_date, latest_date }) =>
    say('Start date: choose a day from {first} to {last}.', {
      first: dayWords(earliest_date),
      last: dayWords(latest_date),
    }),
  signed_name: notSameName,
}

const errorsOf = (problems: readonly FieldProblem[], { signing }: PortalView): FieldError[] =>
  problems.map(problem => {
    const { path } = problem
    const words = signing && WORDS[path]?.(signing)
    return words
      ? { name: path, message: words }
      : { name: null, message: `${path} ${problemWords(problem)}.` }
  })

const limitsOf = ({ earliest_date, latest_date, full_name }: PortalSigning) => ({
  earliest: earliest_date,
  latest: latest_date,
  full_name,
})

const ORDER = ['effective_date', 'disclosures', 'electronic_records', 'signed_name']

const inOrder = (a: FieldError, b: FieldError): number =>
  ORDER.indexOf(a.name ?? '') - ORDER.indexOf(b.name ?? '')

const chosenAnew = (view: PortalView, form: URLSearchParams): PortalBilling['choices'] =>
  (view.signing?.payment.billings ?? []).flatMap(({ offer_id, choices }) => {
    const value = form.get(`${PAYMENT_CHOICE}${offer_id}`)
    return choices.filter(choice => choice.value === value && !choice.chosen)
  })

export const signForm: PortalForm = {
  path: '/sign',
  here: '/portal/sign',
  errorsOf: (problems, { view }) => errorsOf(problems, view),
  async send(app, caller, { view, typed: form }) {
    const text = (name: string): string => form.get(name)?.trim() ?? ''
    const signed = {
      ...signatureIn(form),
      effective_date: text('effective_date'),
      disclosures_accepted: true,
    }
    const anew = chosenAnew(view, form)
    const problems = view.signing ? signingProblems(signed, limitsOf(view.signing)) : []
    const errors = [
      ...(view.signing ? unansweredOffers(view.signing, form) : []),
      ...notAgreed(form),
      ...errorsOf(problems, view),
    ]
    if (view.step === 'sign' && anew.length > 0) {
      await choosePayment(app, caller, choicesIn(form))
      const choice = anew.map(({ label }) => label).join('; ')
      return {
        again: chosenAnewWords(choice),
        errors: errors.toSorted(inOrder),
      }
    }
    if (view.step === 'sign' && errors.length > 0) return { errors: errors.toSorted(inOrder) }
    const isWarned = text('checked_start') === signed.effective_date
    if (view.step === 'sign' && view.signing && !isWarned) {
      const warnings = startWarnings(signed.effective_date, view.signing)
      if (warnings.length > 0)
        return { again: say('You haven’t signed yet. Check the start date, then sign.'), errors: [] }
    }
    if (view.step === 'sign' && (await holdForStaff(app, caller, signed.effective_date)))
      return {
        again: say(
          'We can’t complete this purchase online. The agency has been notified and will contact you.',
        ),
        errors: [],
      }
    await signAndOrder(app, caller, signed)
    return { next: '/portal' }
  },
}
