import type { App } from '../../app.ts'
import type { PostalAddress } from '../../carriers/contract/bind.ts'
import { agreedBilling } from '../../line/buying/billing.ts'
import { addressIn, insuredOf, need, orderFacts } from '../../line/buying/order-facts.ts'
import { signatureBehind } from '../../line/buying/signature.ts'
import { usd } from '../../line/fields/money.ts'
import { type Source, sourcedAnswers, tellerOf, withSources } from '../../line/fields/sourced.ts'
import { commitHold } from '../../payments/holds.ts'
import { findPayment } from '../../payments/payments.ts'
import { rulesFor } from '../../rules/rulebook.ts'
import type { Answers } from '../application/application.ts'
import { umbrellaFieldNames } from '../application/fields.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { applicantsIn, driversIn, vehiclesIn } from '../quoting/details.ts'
import type { StoredOffer } from '../quoting/selected-offer.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { purchaseBilling } from './billing.ts'
import { orderUmbrella } from './bind-job.ts'
import { stopIfStartPassed } from './change-offer.ts'
import { documentsForCarrier } from './deliver-documents.ts'

export const coveragesOf = (offer: StoredOffer) => {
  const { per_person, per_accident, property_damage } = offer.minimum_auto_limits
  return [
    { label: 'Personal umbrella, each occurrence', amount: usd(offer.coverage_limit) },
    {
      label: 'Required underlying auto liability (minimum)',
      amount: [per_person, per_accident, property_damage].map(limit => `${limit / 1000}`).join('/'),
    },
    {
      label: 'Required underlying home liability (minimum)',
      amount: usd(offer.minimum_home_liability_limit),
    },
    // Carriers tell us no others, and some policies require more.
    {
      label: 'Other underlying limits and a retained limit, if the policy has them',
      amount: 'See declarations',
    },
  ]
}

const scoreAllowedIn = (state: string): boolean =>
  !rulesFor({ state, line: 'umbrella' }, 'credit_limit').some(({ value }) => value === 'banned')

/** Returns the purchase as it then stands: ordered, or stopped because its start date has passed. */
export const sendOrder = async (app: App, intake: UmbrellaIntakeRecord): Promise<UmbrellaIntakeRecord> => {
  const stopped = await stopIfStartPassed(app, intake)
  if (stopped) return stopped
  const { application, sandbox } = intake
  const { household } = application
  const purchase = need(application.purchase, 'choice')
  const row = need(await selectedOffer(app, intake), 'offer')
  const signature_id = need(purchase.signature_id, 'signature')
  const { signed_name, records_consent_id = null } = purchase
  const signature = await signatureBehind(app, signature_id, { signed_name, sandbox })
  const documents = await documentsForCarrier(app, intake)
  const { offer } = row
  const said = sourcedAnswers<Answers>(household, umbrellaFieldNames, tellerOf(intake))
  const address = addressIn(said)
  const insured = insuredOf(said, address)
  const { street, city, state, zip } = withSources<PostalAddress>(address).values
  const { info_answers: answers, info_sources = {} } = purchase
  const teller = tellerOf(intake)
  const answerSources: Record<string, Source> = Object.fromEntries(
    Object.keys(answers ?? {}).map(name => [`answers.${name}`, { kind: info_sources[name] ?? teller }]),
  )
  const payment_id = purchase.payment_id ?? null
  const payment = payment_id === null ? null : await findPayment(app, payment_id)
  if (payment) await commitHold(app, payment)
  const choice = purchaseBilling(app, intake, row)
  const billing = {
    ...agreedBilling(offer, choice, { agency: app.config.agency.name, when: 'at purchase' }),
    payment_id,
  }
  const facts = (order_id: string) =>
    orderFacts(app, {
      order_id,
      offer,
      place: { line: 'umbrella', state },
      carrier_id: row.carrier_id,
      insured,
      effective_date: need(household.effective_date, 'effective_date'),
      ...(answers && { answers, answerSources }),
      ...(documents.length > 0 && { documents }),
      details: {
        applicants: applicantsIn(said),
        interests: [],
        drivers: driversIn(said),
        vehicles: vehiclesIn(said),
      },
      reports: { reports: intake.consentId !== null, score: scoreAllowedIn(state) },
      terms: {
        product: 'Personal umbrella insurance',
        form: null,
        location: { label: 'Household at', lines: [street, `${city}, ${state} ${zip}`] },
        interests: [],
        coverages: coveragesOf(offer),
        sandbox,
      },
      signature,
      consent_id: signature_id,
      billing,
    })
  await orderUmbrella(app, intake, [{ offer: row, evidence: { signature_id, records_consent_id }, facts }])
  return intake
}
