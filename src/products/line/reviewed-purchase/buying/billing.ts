import { takesHolds } from '../../../../agency/payments/open-payment.ts'
import type { App } from '../../../../platform/app.ts'
import {
  type BillingChoice,
  billingOf,
  billingWords,
  dueToAgencyCents,
  howPaidWords,
} from '../../buying/billing.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { carriersIn, type ReviewedOfferRow } from '../quoting/offers.ts'
import { lineOf } from '../reviewed-line.ts'

export const usuallyBilled = (app: App, intake: ReviewedIntake, { carrier_id }: ReviewedOfferRow) => {
  const carrier = carriersIn(intake)
    .all(app, intake)
    .find(({ id }) => id === carrier_id)
  return carrier?.workflow === 'agency_pay' ? 'insured' : 'carrier_direct'
}

export const purchaseBilling = (app: App, intake: ReviewedIntake, row: ReviewedOfferRow): BillingChoice =>
  billingOf(row.offer, intake.application.purchase?.billing, usuallyBilled(app, intake, row))

export const purchaseDueCents = (app: App, intake: ReviewedIntake, row: ReviewedOfferRow): number =>
  dueToAgencyCents(row.offer, purchaseBilling(app, intake, row))

export const purchasePaymentWords = (app: App, intake: ReviewedIntake, row: ReviewedOfferRow): string[] => {
  const { offer } = row
  const choice = purchaseBilling(app, intake, row)
  const collectsDocuments = usuallyBilled(app, intake, row) === 'insured'
  const when = collectsDocuments ? 'once your documents are approved' : 'after you sign'
  const words = billingWords(offer, choice, app.config.agency.name, when)
  const { illustrative = true } = offer
  const holds = takesHolds(app, { sandbox: intake.sandbox, illustrative })
  return choice.bill_to === 'insured' ? [...words, howPaidWords(holds)] : words
}

export const rehearsedIn = (intake: ReviewedIntake): string | null =>
  intake.sandbox ? lineOf(intake).sandboxOutcome(intake.application.household) : null
