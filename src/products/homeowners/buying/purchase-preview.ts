import Type, { type Static } from 'typebox'
import { Notice } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import { whenDue, wireBilling } from '../../line/buying/billing.ts'
import { WirePayment } from '../../line/wire/payment-schema.ts'
import { addressOf, type Home } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type HomeOfferRow, homeOffers } from '../quoting/offers.ts'
import { escrowWords } from '../quoting/payment-words.ts'
import { homeBilling, homesDueCents, isIllustrativeOffer } from './payment.ts'
import { itemsIn, reviewOf } from './review.ts'
import {
  closingOf,
  type FarStart,
  farStart,
  homeNotices,
  homesIn,
  type StartDates,
  selectedOffers,
  signTokenOf,
  startDateOf,
  startDates,
} from './signing.ts'

const closed = { additionalProperties: false } as const
const dollars = Type.Integer({ minimum: 0 })

export const HomeownersPurchasePreview = Type.Object(
  {
    purchases: Type.Array(
      Type.Object(
        {
          offer_id: Type.String(),
          property_id: Type.String(),
          address: Type.String(),
          carrier: Type.String(),
          policy_form: Type.String(),
          coverage_summary: Type.String(),
          deductible: dollars,
          annual_price: dollars,
          payment: WirePayment,
        },
        closed,
      ),
    ),
    annual_price: Type.Integer({ minimum: 0, description: 'All of them together, whole dollars a year.' }),
    due_now_cents: Type.Integer({
      minimum: 0,
      description: 'Due to the agency when they are bought. In cents.',
    }),
    effective_date: Type.Union([Type.String({ format: 'date' }), Type.Null()], {
      description:
        'The start date that bind uses: what the person chose before, the closing date of a new purchase, or the day their current policy is known to expire. Null: ask the person, and send effective_date with bind.',
    }),
    earliest_start_date: Type.String({ format: 'date' }),
    latest_start_date: Type.String({ format: 'date' }),
    start_warning: Type.Optional(
      Type.String({
        description:
          'Present if effective_date is after the closing of a new purchase, or null because the known day is too far ahead. Tell the person before they agree.',
      }),
    ),
    estimates_to_confirm: Type.Array(
      Type.Object(
        {
          field: Type.String(),
          label: Type.String(),
          value: Type.String({ description: 'As a person reads it.' }),
          source: Type.String(),
        },
        closed,
      ),
      { description: 'What the person still has to confirm or correct before they sign.' },
    ),
    notices: Type.Array(Notice, { description: 'What the law wants the person to read before they sign.' }),
  },
  { $id: 'HomeownersPurchasePreview', ...closed, description: 'What would be bought: show all of it.' },
)

const lateWords = (start: string, closing: string): string =>
  `Coverage would start on ${start}, after the closing on ${closing}. This policy does not cover the home in between, and a lender may require coverage from the closing on.`

const farWords = ({ kind, day, buyable_from }: FarStart, { latest }: StartDates): string =>
  `${kind === 'closing' ? 'The closing is' : 'The current policy expires'} on ${day}. A policy that is bought today can start on ${latest} at the latest. One that starts on ${day} can be bought from ${buyable_from} on, with new quotes.`

const startWarning = (start: string | null, homes: readonly Home[], dates: StartDates) => {
  const closing = closingOf(homes)
  const far = start === null ? farStart(homes, dates) : null
  if (far) return { start_warning: farWords(far, dates) }
  return start !== null && closing !== null && start > closing
    ? { start_warning: lateWords(start, closing) }
    : {}
}

type Preview = { purchase_preview: Static<typeof HomeownersPurchasePreview>; preview_token: string }

const PREFIX = 'prv_'

export const previewTokenOf = (
  { application }: HomeownersIntakeRecord,
  selected: readonly HomeOfferRow[],
): string => PREFIX + signTokenOf(application, selected)

const purchaseOf = (app: App, { application, sandbox }: HomeownersIntakeRecord, row: HomeOfferRow) => {
  const { offer_id, item, offer } = row
  const { carrier, policy_form, coverage_summary, deductible, annual_price } = offer
  const index = application.homes.findIndex(({ property_id }) => property_id === item)
  const { [index]: home } = application.homes
  const billing = homeBilling(application, row)
  const payment = wireBilling(offer, billing, {
    agency: app.config.agency.name,
    sandbox,
    when: whenDue(app, { sandbox, illustrative: isIllustrativeOffer(row), held: 'today' }),
  })
  return {
    offer_id,
    property_id: item,
    address: addressOf(home ?? {}, index),
    carrier,
    policy_form,
    coverage_summary,
    deductible,
    annual_price,
    payment: { ...payment, summary: [payment.summary, ...escrowWords(home, billing.bill_to)].join(' ') },
  }
}

export const purchasePreview = async (app: App, intake: HomeownersIntakeRecord): Promise<Preview | null> => {
  const { application, status } = intake
  const selected =
    status === 'selected' ? selectedOffers(application, await homeOffers.list(app.db, intake)) : []
  if (selected.length === 0) return null
  const purchases = selected.map(row => purchaseOf(app, intake, row))
  const homes = homesIn(application, selected)
  const dates = startDates(homes, app.clock.now())
  const effective_date = startDateOf(application, homes, dates)
  return {
    purchase_preview: {
      purchases,
      annual_price: purchases.reduce((sum, { annual_price }) => sum + annual_price, 0),
      due_now_cents: homesDueCents(application, selected),
      effective_date,
      earliest_start_date: dates.earliest,
      latest_start_date: dates.latest,
      ...startWarning(effective_date, homes, dates),
      estimates_to_confirm: itemsIn(reviewOf(application, homes)).map(({ name, label, words, source }) => ({
        field: name,
        label,
        value: words,
        source,
      })),
      notices: homeNotices(application, selected),
    },
    preview_token: previewTokenOf(intake, selected),
  }
}
