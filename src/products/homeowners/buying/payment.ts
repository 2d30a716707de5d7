import type { Tell } from '../../../agency/emails/layout.ts'
import { commitHold, isAuthorized, releaseHolds } from '../../../agency/payments/holds.ts'
import { asksForFunds, openPayment, takesHolds } from '../../../agency/payments/open-payment.ts'
import { type Payment, standingPayment } from '../../../agency/payments/payments.ts'
import { type PaymentSettled, tellLine } from '../../../agency/payments/tell-line.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import type { PolicyBilling } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import {
  agreedBilling,
  type BillingChoice,
  billingChoices,
  billingOf,
  dueToAgencyCents,
  readBilling,
} from '../../line/buying/billing.ts'
import { settleFunds } from '../../line/buying/funds.ts'
import { paymentJobOf } from '../../line/buying/payment-job.ts'
import type { Application } from '../application/application.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import {
  actorOf,
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  lockOwnIntake,
} from '../intake/intake.ts'
import { homeownersIntakes, noteOnHomeowners } from '../intake/writer.ts'
import { tellHomeowner, tellOtherInsureds } from '../quoting/notify.ts'
import { type HomeOfferRow, homeOffers } from '../quoting/offers.ts'
import { payableOffer, USUALLY } from '../quoting/payment-words.ts'
import { selectedOffers } from './signing.ts'

export const HOMEOWNERS_PAYMENT = 'homeowners_payment_settled'

const payable = ({ homes }: Pick<Application, 'homes'>, { offer, item }: HomeOfferRow) =>
  payableOffer(
    offer,
    homes.find(({ property_id }) => property_id === item),
  )

export const homeBillingChoices = (application: Application, row: HomeOfferRow): BillingChoice[] =>
  billingChoices(payable(application, row), USUALLY)

export const homeBilling = (application: Application, row: HomeOfferRow): BillingChoice =>
  billingOf(payable(application, row), application.billing?.[row.offer_id], USUALLY)

const dueCents = (application: Application, row: HomeOfferRow): number =>
  dueToAgencyCents(row.offer, homeBilling(application, row))

const isDue =
  (application: Application) =>
  (row: HomeOfferRow): boolean =>
    dueCents(application, row) > 0

export const homesDueCents = (application: Application, offers: readonly HomeOfferRow[]): number =>
  offers.reduce((sum, row) => sum + dueCents(application, row), 0)

const purposeOf = (offers: readonly HomeOfferRow[]): string =>
  `homeowners_premium/${offers
    .map(({ offer_id }) => offer_id)
    .toSorted()
    .join('+')}`

export const isIllustrativeOffer = ({ offer }: HomeOfferRow): boolean => offer.illustrative ?? true

export const needsHold = (
  app: App,
  { sandbox, application }: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
): boolean => {
  const billed = offers.filter(isDue(application))
  const illustrative = billed.some(isIllustrativeOffer)
  const amount_cents = homesDueCents(application, billed)
  return billed.length > 0 && takesHolds(app, { sandbox, illustrative, amount_cents })
}

export const paymentFor = async (
  app: App,
  intake: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
): Promise<Payment | null> => {
  const payment = await standingPayment(app, intake.uid, purposeOf(offers))
  return payment?.amount_cents === homesDueCents(intake.application, offers) ? payment : null
}

/** Without a provider, the first payment is invoiced before the order goes out. */
const asksFirst = (
  app: App,
  { sandbox, application }: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
): boolean => {
  const billed = offers.filter(isDue(application))
  return billed.length > 0 && asksForFunds(app, { sandbox, illustrative: billed.some(isIllustrativeOffer) })
}

type Signed = { offers: readonly HomeOfferRow[]; effective_date: string; signature_id: string }

type Asked = { offers: readonly HomeOfferRow[]; purpose?: string; due_on?: string; return_url?: string }

const openFor = (
  app: App,
  { uid, sandbox, application }: HomeownersIntakeRecord,
  { offers, purpose = purposeOf(offers), ...more }: Asked,
): Promise<Payment> => {
  const billed = offers.filter(isDue(application))
  return openPayment(app, {
    ...more,
    uid,
    sandbox,
    purpose,
    amount_cents: homesDueCents(application, offers),
    description: billed.map(({ offer: { carrier } }) => ({ product: 'Homeowners insurance', carrier })),
    parts: billed.map(row => ({
      offer_id: row.offer_id,
      carrier_id: row.carrier_id,
      cents: dueCents(application, row),
    })),
    then_job: HOMEOWNERS_PAYMENT,
  })
}

const askFirst = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { offers, effective_date, signature_id }: Signed,
): Promise<Payment> => {
  // A payment for an earlier signature is refunded, even if it was for the same offers.
  const purpose = `${purposeOf(offers)}/${signature_id}`
  const payment = await openFor(app, intake, { offers, purpose, due_on: effective_date })
  await commitHold(app, payment)
  await tellLine(app, payment, 'due')
  return payment
}

const NOT_AUTHORIZED =
  'We can’t place the order before the payment is set up. Authorize the payment on the page where you sign, then sign.'

export const heldPayment = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { offers, effective_date, signature_id }: Signed,
): Promise<Payment | null> => {
  if (!needsHold(app, intake, offers)) {
    await releaseHolds(app, intake.uid)
    return asksFirst(app, intake, offers)
      ? askFirst(app, intake, { offers, effective_date, signature_id })
      : null
  }
  const payment = await paymentFor(app, intake, offers)
  if (!payment || !isAuthorized(payment, app.clock.now()))
    return fail('conflict', { message: NOT_AUTHORIZED, current_status: intake.status })
  await releaseHolds(app, intake.uid, payment.payment_id)
  await commitHold(app, payment)
  return payment
}

export const orderBilling = (
  app: App,
  application: Application,
  { row, payment }: { row: HomeOfferRow; payment: Payment | null },
): PolicyBilling => {
  const billing = agreedBilling(row.offer, homeBilling(application, row), {
    agency: app.config.agency.name,
    when: payment ? 'at purchase' : { daysAfterIssue: app.config.paymentDueDays },
  })
  return { ...billing, payment_id: billing.due_cents > 0 ? (payment?.payment_id ?? null) : null }
}

const CHANGED = 'The offers have changed since this page was opened. Look at them again.'

type SentChoice = { offer_id: string; bill_to?: string; plan_id?: string }

const chosenBilling = (
  { application, status: current_status }: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
  sent: readonly SentChoice[],
): Application['billing'] => {
  const chosen = sent.map(({ offer_id, ...choice }) => {
    const row =
      offers.find(one => one.offer_id === offer_id) ?? fail('conflict', { message: CHANGED, current_status })
    const billing = readBilling(payable(application, row), choice, USUALLY)
    return [
      offer_id,
      billing ?? fail('invalid_request', { message: 'Choose one of the ways to pay.' }),
    ] as const
  })
  return { ...application.billing, ...Object.fromEntries(chosen) }
}

export const choosePayment = async (
  app: App,
  caller: HomeownerCaller,
  sent: readonly SentChoice[],
): Promise<Payment | null> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  await refuseUnlessOpen(app, intake, caller.kind)
  const { status: current_status } = intake
  const offers =
    current_status === 'selected'
      ? selectedOffers(intake.application, await homeOffers.list(app.db, intake))
      : []
  if (offers.length === 0) fail('conflict', { message: CHANGED, current_status })
  const billing = chosenBilling(intake, offers, sent)
  const application = { ...intake.application, ...(billing && { billing }) }
  const chosen = await noteOnHomeowners(
    app,
    intake,
    { application },
    { actor: actorOf(caller).name, event: 'payment_chosen', facts: { ...billing } },
  )
  if (!needsHold(app, chosen, offers)) return null
  return openFor(app, chosen, { offers, return_url: `${app.config.publicUrl}/portal/sign` })
}

export const tellInsured: Tell = async (app, uid, { purpose, email, to, others: names = [] }) => {
  const intake = await homeownersIntakes.find(app, uid)
  if (!intake) return
  await tellHomeowner(app, intake, { purpose, email, ...(to !== undefined && { to }) })
  await tellOtherInsureds(app, intake, {
    purpose,
    names,
    email: (to, { firstName }) => email(to, { firstName, isOther: true }),
  })
}

/** An order waits for its first payment, unless the agency accepted the credit. */
const moveOn = async (app: App, { outcome }: PaymentSettled, { uid, payment_id }: Payment): Promise<void> => {
  if (outcome !== 'paid' && outcome !== 'failed' && outcome !== 'void') return
  const intake = await homeownersIntakes.lock(app, uid)
  const orders = (await ordersOf(app, uid)).filter(
    ({ sent_at, answer, terms }) =>
      sent_at === null && answer === null && terms.billing?.payment_id === payment_id,
  )
  if (!intake || orders.length === 0) return
  await settleFunds(app, uid, { orders, isPaid: outcome === 'paid' })
  const facts = { payment_id }
  await noteOnHomeowners(app, intake, {}, { actor: 'service', event: `payment_${outcome}`, facts })
}

export const homeownersPaymentSettled = paymentJobOf({ name: HOMEOWNERS_PAYMENT, moveOn, tell: tellInsured })
