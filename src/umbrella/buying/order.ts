import type { App } from '../../app.ts'
import type { Insured } from '../../carriers/contract/bind.ts'
import type { OrderDocument } from '../../carriers/contract/documents.ts'
import { randomId } from '../../lib/ids.ts'
import { usd } from '../../line/fields/money.ts'
import { dayIn } from '../../line/wire/local-day.ts'
import { type OrderFacts, placeOrder } from '../../policies/orders.ts'
import type { Answers, Purchase } from '../application/application.ts'
import { purchaseOrder } from '../application/consent-words.ts'
import type { UmbrellaIntake } from '../intake/intake.ts'
import { HOUSEHOLD } from '../quoting/questions.ts'
import type { StoredOffer } from '../quoting/selected-offer.ts'
import { selectedOffer } from '../quoting/selected-offer.ts'
import { enqueueBinding } from './bind-job.ts'
import { documentsForCarrier } from './deliver-documents.ts'

/** Only a complete application was reviewed; anything else is a mistake of ours. */
const need = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`A purchase without ${name} cannot be ordered.`)
  return value
}

const insuredOf = (answers: Answers): Insured => ({
  full_name: need(answers.full_name, 'full_name'),
  email: need(answers.email, 'email'),
  ...(answers.phone_number !== undefined && { phone_number: answers.phone_number }),
  birthday: need(answers.birthday, 'birthday'),
  address: {
    street: need(answers.street, 'street'),
    city: need(answers.city, 'city'),
    state: need(answers.state, 'state'),
    zip: need(answers.zip, 'zip'),
  },
})

const coveragesOf = (offer: StoredOffer) => {
  const { per_person, per_accident, property_damage } = offer.minimum_auto_limits
  return [
    { label: 'Personal umbrella, each occurrence', amount: usd(offer.coverage_limit) },
    {
      label: 'Underneath: car liability, at least',
      amount: [per_person, per_accident, property_damage].map(limit => `${limit / 1000}`).join('/'),
    },
    { label: 'Underneath: home liability, at least', amount: usd(offer.minimum_home_liability_limit) },
  ]
}

/** A start date that has passed while documents and payment were waited for becomes the day of the order. */
const startOf = ({ effective_date, state = '' }: Answers, now: Date): string => {
  const today = dayIn(state, now)
  const wanted = need(effective_date, 'effective_date')
  return wanted < today ? today : wanted
}

type Ordered = {
  order_id: string
  offer: StoredOffer
  purchase: Purchase
  documents: readonly OrderDocument[]
}

/** All that the carrier is told and the binder will say. */
const orderFacts = (
  app: App,
  { application: { household }, sandbox }: UmbrellaIntake,
  { order_id, offer, purchase, documents }: Ordered,
): OrderFacts => {
  const now = app.clock.now()
  const insured = insuredOf(household)
  const { annual_price, quote_number, carrier } = offer
  const { street, city, state, zip } = insured.address
  const signed = { signed_name: insured.full_name, signed_at: now.toISOString() }
  const { info_answers: answers } = purchase
  return {
    request: {
      request_id: order_id,
      today: dayIn(state, now),
      quote_number,
      annual_price,
      effective_date: startOf(household, now),
      insured,
      signature: signed,
      ...(answers && { answers }),
      ...(documents.length > 0 && { documents }),
    },
    terms: {
      product: 'Personal umbrella insurance',
      form: null,
      carrier,
      producer: app.config.agency,
      insured,
      location: { label: 'Household at', lines: [street, `${city}, ${state} ${zip}`] },
      interests: [],
      coverages: coveragesOf(offer),
      quote_number,
      signature: {
        ...signed,
        words_version: purchaseOrder.version,
        consent_id: need(purchase.signature_id, 'signature'),
      },
      sandbox,
    },
  }
}

/** In the transaction that leads to `waiting_on_carrier`: the carrier is asked exactly when there is an order. */
export const sendOrder = async (app: App, intake: UmbrellaIntake): Promise<void> => {
  const { uid, application } = intake
  const purchase = need(application.purchase, 'choice')
  const row = need(await selectedOffer(app, intake), 'offer')
  const order_id = randomId(app.random, 'ord')
  await placeOrder(
    app,
    {
      order_id,
      uid,
      item: HOUSEHOLD,
      offer_id: row.offer_id,
      carrier_id: row.carrier_id,
      signature_id: need(purchase.signature_id, 'signature'),
      records_consent_id: null,
    },
    orderFacts(app, intake, {
      order_id,
      offer: row.offer as StoredOffer,
      purchase,
      documents: await documentsForCarrier(app, intake),
    }),
  )
  await enqueueBinding(app, intake)
}
