import type { Upload } from '../../../../agency/documents/documents.ts'
import { type GivenFile, readUploads } from '../../../../agency/documents/upload.ts'
import { findPayment } from '../../../../agency/payments/payments.ts'
import { ordersOf } from '../../../../agency/policies/orders.ts'
import type { App } from '../../../../platform/app.ts'
import { usdCents } from '../../../../platform/values/money.ts'
import {
  type BillingChoice,
  billingChoices,
  billingWords,
  dueToAgencyCents,
  firstYearCents,
} from '../../buying/billing.ts'
import { offeredWays } from '../../buying/offered-ways.ts'
import { namedIn } from '../../fields/field.ts'
import type { Json } from '../../fields/merge.ts'
import { say } from '../../fields/say.ts'
import { IN_ADDRESS, requestedKeyOf, requestToken } from '../application/application.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { isSettled } from '../application/statuses.ts'
import { attachDocuments, refuseUnlessDocumentsAsked } from '../buying/attach-documents.ts'
import { purchaseBilling, usuallyBilled } from '../buying/billing.ts'
import { endPurchase } from '../buying/change-offer.ts'
import { chooseOffer } from '../buying/choose-offer.ts'
import { bindPurchase, chooseBilling, type WantedBilling } from '../buying/purchase.ts'
import { isUploadType } from '../buying/uploads.ts'
import { type BuyerCaller, lockBuyersIntake, type ReviewedIntake } from '../intake/intake.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf } from '../reviewed-line.ts'
import { buyerActor } from './buyers-review.ts'

export type BuyersPurchase = Awaited<ReturnType<typeof purchaseFor>>

const askedOf = (intake: ReviewedIntake) => {
  const line = lineOf(intake)
  const { purchase } = intake.application
  const names = (purchase?.info_request?.fields ?? [])
    .filter(name => !isUploadType(line, name))
    .map(name => requestedKeyOf(line, name))
  const ours = names.flatMap(name => (name === 'address' ? IN_ADDRESS : (namedIn(line.fields, name) ?? [])))
  return {
    token: requestToken({ purchase }),
    fields: [...new Set(ours)],
    isAboutDocuments: purchase?.info_request?.from === 'documents',
    inWords: names.filter(name => name !== 'address' && namedIn(line.fields, name) === undefined),
  }
}

const toldIn = ({ application: { purchase } }: ReviewedIntake) => ({
  info: purchase?.info_request?.reason ?? '',
  blocked: purchase?.blocked_because ?? '',
})

const repricedOf = async (app: App, { uid, application: { purchase } }: ReviewedIntake) => {
  if (purchase !== null) return null
  const last = (await ordersOf(app, uid)).findLast(({ settled_at }) => settled_at !== null)
  if (last?.answer?.kind !== 'price_changed' || last.answer.reason === undefined) return null
  const { annual_price, reason } = last.answer
  return { carrier: last.terms.carrier, annual_price, reason }
}

const dueLater = (cents: number, agency: string): string =>
  say('Nothing is due today. {amount} is due to {agency} once your documents are approved.', {
    amount: usdCents(cents),
    agency,
  })

const billingOf = async (app: App, intake: ReviewedIntake) => {
  const row = isSettled(intake.status) ? null : await selectedOffer(app, intake)
  if (!row) {
    // Until a quote is chosen, each step may come.
    const isOpen = !isSettled(intake.status)
    const asksForDocuments = isOpen && lineOf(intake).documents !== undefined
    return {
      asksForDocuments,
      pays: isOpen,
      howToPay: [],
      ways: [],
      total_cents: 0,
      due_cents: 0,
      payment: null,
    }
  }
  const { name } = app.config.agency
  const current = purchaseBilling(app, intake, row)
  const asksForDocuments = usuallyBilled(app, intake, row) === 'insured'
  const wordsOf = (choice: BillingChoice): string[] => {
    const words = billingWords(row.offer, choice, name)
    const due = dueToAgencyCents(row.offer, choice)
    return asksForDocuments && due > 0 ? [dueLater(due, name), ...words.slice(1)] : words
  }
  const payment_id = intake.application.purchase?.payment_id
  const due_cents = dueToAgencyCents(row.offer, current)
  return {
    asksForDocuments,
    pays: due_cents > 0,
    howToPay: wordsOf(current),
    ways: offeredWays(billingChoices(row.offer, usuallyBilled(app, intake, row)), current, wordsOf),
    total_cents: firstYearCents(row.offer, current),
    due_cents,
    payment: payment_id === undefined ? null : await findPayment(app, payment_id),
  }
}

export const purchaseFor = async (app: App, intake: ReviewedIntake) => {
  const { start_passed, purchase_ended_by, purchase } = intake.application
  return {
    ...(await billingOf(app, intake)),
    asked: askedOf(intake),
    toldBy: toldIn(intake),
    repriced: await repricedOf(app, intake),
    startPassed: start_passed ?? null,
    endedBy: purchase_ended_by ?? null,
    paymentFailed: purchase?.payment_failed === true,
    canEnd: reviewedLifecycle.allows(intake.status, 'purchase_ended'),
  }
}

type Chosen = { selection_token: string; consent: 'Yes' | 'No' | null; sent: Json }

export const chooseAsBuyer = async (app: App, caller: BuyerCaller, chosen: Chosen): Promise<ReviewedIntake> =>
  chooseOffer(app, buyerActor(caller), { intake: await lockBuyersIntake(app, caller), ...chosen })

/** Sends answers only, never a confirmation: a buyer buys with a signature. */
export const answerAsBuyer = async (app: App, caller: BuyerCaller, sent: Json): Promise<ReviewedIntake> =>
  bindPurchase(app, buyerActor(caller), {
    intake: await lockBuyersIntake(app, caller),
    sent,
    confirmed: false,
  })

export const choosePaymentAsBuyer = async (
  app: App,
  caller: BuyerCaller,
  payment: WantedBilling,
): Promise<ReviewedIntake> =>
  chooseBilling(app, buyerActor(caller), { intake: await lockBuyersIntake(app, caller), payment })

export const endAsBuyer = async (app: App, caller: BuyerCaller): Promise<ReviewedIntake> =>
  endPurchase(app, await lockBuyersIntake(app, caller), {
    actor: buyerActor(caller).name,
    by: 'buyer',
  })

export const readBuyersUploads = async (
  app: App,
  caller: BuyerCaller,
  { intake, files }: { intake: ReviewedIntake; files: readonly GivenFile[] },
): Promise<Upload[]> => {
  await refuseUnlessDocumentsAsked(app, buyerActor(caller).words, intake)
  return readUploads(app, caller, files)
}

export const attachAsBuyer = async (
  app: App,
  caller: BuyerCaller,
  uploads: readonly Upload[],
): Promise<ReviewedIntake> => {
  const intake = await lockBuyersIntake(app, caller)
  return (await attachDocuments(app, buyerActor(caller), { intake, uploads })).intake
}
