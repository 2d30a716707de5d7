import { recommendationWords } from '../../../../agency/carriers/contract/recommendation.ts'
import type { App } from '../../../../platform/app.ts'
import { usd } from '../../../../platform/values/money.ts'
import { wireTerms } from '../../buying/billing.ts'
import { say } from '../../fields/say.ts'
import { previousPrice, recommendationOf, refusedOffers, WITHDRAWN } from '../../offers/offer.ts'
import { progressOf } from '../../offers/progress.ts'
import { repliesOf } from '../../offers/replies.ts'
import { shownFactors, statementOf } from '../../wire/answer-schema.ts'
import { reviewedLifecycle } from '../application/lifecycle.ts'
import { usuallyBilled } from '../buying/billing.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { carriersIn } from '../quoting/carriers.ts'
import { questionsOf } from '../quoting/questions.ts'
import { offersIn, type ReviewedOfferRow, selectedOffer } from '../quoting/selected-offer.ts'
import { lineOf, type OfLine, type ReviewedAnswer, type ReviewedOffer } from '../reviewed-line.ts'
import type { WireOffer } from './session-schema.ts'

type Among = { best: ReviewedOffer; offered: number; all: readonly ReviewedOfferRow[] }

const guidance = (offer: ReviewedOffer, { best, offered }: Among): string => {
  if (offered < 2) return recommendationWords({ code: 'only_offer', price: offer.annual_price })
  if (offer.recommended_because !== undefined) return recommendationWords(offer.recommended_because)
  const { carrier } = best
  const more = offer.annual_price - best.annual_price
  if (more === 0) return say('The same price as the recommended offer from {carrier}.', { carrier })
  return more > 0
    ? say('{price} a year more than the recommended offer from {carrier}.', { price: usd(more), carrier })
    : say('{price} a year less than the recommended offer from {carrier}.', { price: usd(-more), carrier })
}

const recommended = (row: ReviewedOfferRow, { offered }: Among): Pick<WireOffer, 'recommended'> => {
  const { recommended_because: _, ...part } = recommendationOf(row, offered)
  return part
}

const wireOffer = (app: App, intake: ReviewedIntake, row: ReviewedOfferRow, among: Among): WireOffer => {
  const { offer } = row
  const previous_price = previousPrice(row, among.all)
  return {
    selection_token: row.offer_id,
    carrier: offer.carrier,
    illustrative: offer.illustrative ?? true,
    ...(offer.admitted === false && { admitted: offer.admitted }),
    ...(offer.carrier_info && { carrier_info: offer.carrier_info }),
    annual_price: offer.annual_price,
    ...(previous_price !== null && { previous_price }),
    coverage_limit: offer.coverage_limit,
    is_estimate: offer.is_estimate,
    price_range: offer.price_range,
    ...recommended(row, among),
    rank: row.rank,
    display_notes: offer.display_notes,
    choice_guidance: guidance(offer, among),
    ...lineOf(intake).wireOffer(offer),
    price_factors: shownFactors(offer.price_factors),
    ...wireTerms(offer, usuallyBilled(app, intake, row)),
    expires_at: row.expires_at.toISOString(),
  }
}

const isOffered = ({ refused_at }: ReviewedOfferRow): boolean => refused_at === null

/** Once an offer has expired, the rest are ranked again, so no unavailable offer is recommended. */
export const openOffers = (of: OfLine, all: readonly ReviewedOfferRow[], now: Date): ReviewedOfferRow[] => {
  const offered = all.filter(isOffered)
  const open = offered.filter(({ expires_at }) => expires_at > now)
  if (open.length === offered.length) return open
  const plain = open.map(row => {
    const { recommended_because: _, ...offer } = row.offer
    return { ...offer, row }
  })
  return lineOf(of)
    .rank(plain)
    .map(({ offer: { row, ...offer }, rank, recommended }) => ({
      ...row,
      rank,
      recommended: recommended !== null,
      offer: { ...offer, ...(recommended && { recommended_because: recommended }) },
    }))
}

export const areExpired = async (app: App, intake: ReviewedIntake): Promise<boolean> => {
  if (!reviewedLifecycle.allows(intake.status, 'offer_selected')) return false
  const chosen = await selectedOffer(app, intake)
  const rows = chosen ? [chosen] : (await offersIn.list(app.db, intake)).filter(isOffered)
  return rows.length > 0 && rows.every(({ expires_at }) => expires_at <= app.clock.now())
}

const SAME_REPLY = [
  'The selection_token of the offer they choose.',
  'selection_confirmed: true, to confirm the choice.',
  'Their own Yes or No to credit_consent_question.',
]

const declinesOf = async (app: App, intake: ReviewedIntake, offers: readonly ReviewedOfferRow[]) => {
  const nameOf = carriersIn(intake).names(app, intake)
  const declines = (await repliesOf<ReviewedAnswer>(app, intake)).flatMap(({ carrier_id, reply }) => {
    if (reply.kind !== 'decline') return []
    const { reason_code, reason } = reply
    return [{ carrier: nameOf(carrier_id), reason_code, reason }]
  })
  const withdrawn = refusedOffers(offers).map(({ carrier_id }) => ({
    carrier: nameOf(carrier_id),
    ...WITHDRAWN,
  }))
  return [...declines, ...withdrawn]
}

export const offersPart = async (app: App, intake: ReviewedIntake) => {
  const all = await offersIn.list(app.db, intake)
  const open = openOffers(intake, all, app.clock.now())
  const best = open[0]?.offer
  const offers = best ? open.map(row => wireOffer(app, intake, row, { best, offered: open.length, all })) : []
  const selected = intake.application.purchase?.offer_id
  const guided = offers.find(({ selection_token }) => selection_token === selected) ?? offers[0]
  return {
    offers,
    declines: await declinesOf(app, intake, all),
    ...(guided && {
      selection_guidance: {
        default_selection_token: guided.selection_token,
        summary: `${guided.carrier}, ${usd(guided.annual_price)} a year. ${guided.choice_guidance}`,
        same_reply_requirements: SAME_REPLY,
      },
      credit_consent_question: statementOf(lineOf(intake).consents.creditCheck),
      statement: statementOf(lineOf(intake).consents.choice),
    }),
  }
}

export const selectedPart = async (app: App, intake: ReviewedIntake) => {
  const chosen = await selectedOffer(app, intake)
  const all = chosen ? await offersIn.list(app.db, chosen) : []
  const best = all[0]?.offer
  return chosen && best
    ? { selected_offer: wireOffer(app, intake, chosen, { best, offered: all.filter(isOffered).length, all }) }
    : {}
}

export const choicePart = async (app: App, intake: ReviewedIntake) => {
  const { offers } = await offersPart(app, intake)
  return {
    ...(await selectedPart(app, intake)),
    offers,
    credit_consent_question: statementOf(lineOf(intake).consents.creditCheck),
  }
}

export const pendingPart = async (app: App, intake: ReviewedIntake) => {
  const quoting = await progressOf(app, intake, questionsOf(app, intake))
  return { quoting, ...(quoting.expected_by && { expected_by: quoting.expected_by }) }
}

export const quotedPart = async (app: App, intake: ReviewedIntake) => {
  const part = await offersPart(app, intake)
  const { quoting, ...expected } = await pendingPart(app, intake)
  if (quoting.waiting_on.length === 0) return part
  return { ...part, quoting, ...(part.offers.length === 0 && expected) }
}
