import { modeOf } from '../../../agency/carriers/contract/carrier.ts'
import { takesHolds } from '../../../agency/payments/open-payment.ts'
import type { App } from '../../../platform/app.ts'
import {
  type BillingChoice,
  billingOf,
  billingWords,
  dueToAgencyCents,
  howPaidWords,
} from '../../line/buying/billing.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import type { UmbrellaOfferRow } from '../quoting/selected-offer.ts'

export const usuallyBilled = (app: App, intake: UmbrellaIntakeRecord, { carrier_id }: UmbrellaOfferRow) => {
  const carrier = umbrellaCarriers.byMode(app)[modeOf(intake)].find(({ id }) => id === carrier_id)
  return carrier?.workflow === 'agency_pay' ? 'insured' : 'carrier_direct'
}

export const purchaseBilling = (
  app: App,
  intake: UmbrellaIntakeRecord,
  row: UmbrellaOfferRow,
): BillingChoice =>
  billingOf(row.offer, intake.application.purchase?.billing, usuallyBilled(app, intake, row))

export const purchaseDueCents = (app: App, intake: UmbrellaIntakeRecord, row: UmbrellaOfferRow): number =>
  dueToAgencyCents(row.offer, purchaseBilling(app, intake, row))

export const purchasePaymentWords = (
  app: App,
  intake: UmbrellaIntakeRecord,
  row: UmbrellaOfferRow,
): string[] => {
  const { offer } = row
  const choice = purchaseBilling(app, intake, row)
  const collectsDocuments = usuallyBilled(app, intake, row) === 'insured'
  const when = collectsDocuments ? 'once your documents are approved' : 'after you sign'
  const words = billingWords(offer, choice, app.config.agency.name, when)
  const { illustrative = true } = offer
  const holds = takesHolds(app, { sandbox: intake.sandbox, illustrative })
  return choice.bill_to === 'insured' ? [...words, howPaidWords(holds)] : words
}
