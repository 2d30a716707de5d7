import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { isAuthorized } from '../../../agency/payments/holds.ts'
import { paymentsOf } from '../../../agency/payments/payments.ts'
import type { App } from '../../../platform/app.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { type BillingChoice, billingWords, firstYearCents, whenDue } from '../../line/buying/billing.ts'
import { offeredWays } from '../../line/buying/offered-ways.ts'
import { addressOf } from '../application/application.ts'
import {
  homeBilling,
  homeBillingChoices,
  homesDueCents,
  isIllustrativeOffer,
  needsHold,
  paymentFor,
} from '../buying/payment.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'
import { escrowWords, lacksLender } from '../quoting/payment-words.ts'

const billingView = (app: App, { application, sandbox }: HomeownersIntakeRecord, row: HomeOfferRow) => {
  const { offer } = row
  const current = homeBilling(application, row)
  const { agency } = app.config
  const when = whenDue(app, { sandbox, illustrative: isIllustrativeOffer(row), held: 'today' })
  const index = application.homes.findIndex(({ property_id }) => property_id === row.item)
  const { [index]: home } = application.homes
  const wordsOf = (choice: BillingChoice): string[] => [
    ...billingWords(offer, choice, agency.name, when),
    ...escrowWords(home, choice.bill_to),
  ]
  return {
    offer_id: row.offer_id,
    carrier: offer.carrier,
    address: addressOf(home ?? {}, index),
    words: wordsOf(current),
    lacksLender: current.bill_to !== 'mortgagee_escrow' && lacksLender(offer, home),
    choices: offeredWays(homeBillingChoices(application, row), current, wordsOf),
  }
}

export const signingPayment = async (
  app: App,
  intake: HomeownersIntakeRecord,
  selected: readonly HomeOfferRow[],
) => {
  const hold = needsHold(app, intake, selected)
  const payment = hold ? await paymentFor(app, intake, selected) : null
  return {
    billings: selected.map(row => billingView(app, intake, row)),
    due_cents: homesDueCents(intake.application, selected),
    total_cents: selected.reduce(
      (sum, row) => sum + firstYearCents(row.offer, homeBilling(intake.application, row)),
      0,
    ),
    needsHold: hold,
    isAuthorized: payment !== null && isAuthorized(payment, app.clock.now()),
  }
}

const LABELS = { open: 'Payment due', capturing: 'Payment in progress', paid: 'Paid' } as const

export const portalPayments = async (app: App, uid: string) =>
  (await paymentsOf(app, uid)).flatMap(payment => {
    const { status, page_url, charged_cents, amount_cents, due_on, description } = payment
    if (status !== 'open' && status !== 'capturing' && status !== 'paid') return []
    const amount = usdCents(charged_cents ?? amount_cents)
    return [
      {
        label: LABELS[status],
        amount,
        due_on: status === 'open' ? due_on : null,
        description: descriptionWords(description),
        url: page_url,
      },
    ]
  })
