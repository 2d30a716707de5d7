import type { PostalAddress } from '../../../../agency/carriers/contract/bind.ts'
import { commitHold } from '../../../../agency/payments/holds.ts'
import { findPayment } from '../../../../agency/payments/payments.ts'
import { type RulePlace, rulesFor } from '../../../../agency/rules/rulebook.ts'
import type { App } from '../../../../platform/app.ts'
import { type Source, tellerOf, withSources } from '../../../../platform/values/sourced.ts'
import { agreedBilling } from '../../buying/billing.ts'
import { addressIn, insuredOf, need, type Ordered, orderFacts } from '../../buying/order-facts.ts'
import { placeOrders } from '../../buying/place-orders.ts'
import { signatureBehind } from '../../buying/signature.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { type ReviewedOfferRow, selectedOffer } from '../quoting/offers.ts'
import { saidIn } from '../quoting/questions.ts'
import { lineOf } from '../reviewed-line.ts'
import { purchaseBilling } from './billing.ts'
import { stopIfStartPassed } from './change-offer.ts'
import { documentsForCarrier } from './uploads.ts'

const isScoreAllowed = (place: RulePlace): boolean =>
  !rulesFor(place, 'credit_limit').some(({ value }) => value === 'banned')

type Purchase = NonNullable<ReviewedIntake['application']['purchase']>

const laterAnswers = (intake: ReviewedIntake, { info_answers: answers, info_sources = {} }: Purchase) => {
  if (!answers) return {}
  const teller = tellerOf(intake)
  const answerSources: Record<string, Source> = Object.fromEntries(
    Object.keys(answers).map(name => [`answers.${name}`, { kind: info_sources[name] ?? teller }]),
  )
  return { answers, answerSources }
}

const commitPayment = async (app: App, payment_id: string | null): Promise<void> => {
  const payment = payment_id === null ? null : await findPayment(app, payment_id)
  if (payment) await commitHold(app, payment)
}

const orderPlan = async (
  app: App,
  intake: ReviewedIntake,
  { row, purchase, signature_id }: { row: ReviewedOfferRow; purchase: Purchase; signature_id: string },
): Promise<Omit<Ordered, 'order_id'>> => {
  const { sandbox, application } = intake
  const { household } = application
  const { offer, carrier_id } = row
  const { signed_name, payment_id = null } = purchase
  const line = lineOf(intake)
  const said = saidIn(intake, household)
  const address = addressIn(said)
  const { street, city, state, zip } = withSources<PostalAddress>(address).values
  const place = { line: line.name, state }
  const documents = await documentsForCarrier(app, intake)
  const agreed = { agency: app.config.agency.name, when: 'at purchase' } as const
  return {
    offer,
    place,
    carrier_id,
    insured: insuredOf(said, address),
    effective_date: need(household.effective_date, 'effective_date'),
    ...laterAnswers(intake, purchase),
    ...(documents.length > 0 && { documents }),
    details: line.orderDetails(said),
    reports: { reports: intake.consentId !== null, score: isScoreAllowed(place) },
    terms: {
      product: line.words.policy,
      form: null,
      location: { label: 'Household at', lines: [street, `${city}, ${state} ${zip}`] },
      interests: [],
      coverages: line.coveragesOf(offer),
      sandbox,
    },
    signature: await signatureBehind(app, signature_id, { signed_name, sandbox }),
    consent_id: signature_id,
    billing: { ...agreedBilling(offer, purchaseBilling(app, intake, row), agreed), payment_id },
  }
}

export const sendOrder = async (app: App, intake: ReviewedIntake): Promise<ReviewedIntake> => {
  const stopped = await stopIfStartPassed(app, intake)
  if (stopped) return stopped
  const purchase = need(intake.application.purchase, 'choice')
  const row = need(await selectedOffer(app, intake), 'offer')
  const signature_id = need(purchase.signature_id, 'signature')
  const plan = await orderPlan(app, intake, { row, purchase, signature_id })
  await commitPayment(app, purchase.payment_id ?? null)
  const { records_consent_id = null } = purchase
  const facts = (order_id: string) => orderFacts(app, { order_id, ...plan })
  await placeOrders(app, { uid: intake.uid, job: `bind_${lineOf(intake).name}` }, [
    { offer: row, evidence: { signature_id, records_consent_id }, facts },
  ])
  return intake
}
