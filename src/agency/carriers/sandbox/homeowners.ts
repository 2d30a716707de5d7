import { curve, type Plan, price, states } from '../../rating/plan.ts'
import type { Decline } from '../contract/answers.ts'
import type { Wait } from '../contract/carrier.ts'
import { choicesFactor, chosenIn, coverageOf, forms, type PolicyForm } from '../demo/homeowners/coverage.ts'
import { type HomeRatingFacts, homeRatingFacts } from '../demo/homeowners/rating-facts.ts'
import { annualPrice, priceFactors, surplusTaxes, surplusTaxFactor } from '../demo/price-factors.ts'
import type { HomeAnswer, HomeOffer, HomeQuoteRequest, InventedHomeCarrier } from '../homeowners/carrier.ts'
import { type BindOutcome, sandboxBind, sandboxQuoteNumber, sandboxTerms } from './bind.ts'
import { type SandboxInput, sandboxInput } from './homeowners-inputs.ts'

type Original = Pick<InventedHomeCarrier, 'id' | 'name' | 'admitted'>
type Twin = Original & { base: number; first: boolean; last: boolean }

const FORMS: Readonly<Record<HomeRatingFacts['product'], PolicyForm>> = {
  standard: 'HO-3',
  condo: 'HO-6',
  landlord: 'DP-3',
}

const PLAN: Plan<HomeRatingFacts> = {
  base: 1,
  factors: [
    {
      id: 'dwelling',
      label: 'Cost to rebuild the home',
      kind: 'power',
      by: 'dwelling',
      reference: 300_000,
      below: 1,
      above: 1,
    },
    {
      id: 'deductible',
      label: 'Deductible',
      kind: 'curve',
      by: 'deductible',
      points: curve({ 500: 1.1, 1000: 1, 2500: 0.9, 10000: 0.8 }),
    },
    {
      id: 'roof',
      label: 'Roof age',
      kind: 'curve',
      by: 'roof_age',
      points: curve({ 0: 1, 50: 1.5 }),
    },
    {
      id: 'claims',
      label: 'Claims in the last five years',
      kind: 'curve',
      by: 'claims',
      points: curve({ 0: 1, 10: 2 }),
    },
    {
      id: 'traits',
      label: 'About the home',
      kind: 'each',
      by: 'traits',
      effects: {
        pool: { label: 'Swimming pool', effect: 1.05 },
        trampoline: { label: 'Trampoline', effect: 1.05 },
        sprinklers: { label: 'Sprinklers', effect: 0.9 },
      },
    },
  ],
}

const offer = ({ id, base, admitted }: Twin, request: HomeQuoteRequest, bind?: BindOutcome): HomeOffer => {
  const { risk, request_id } = request
  const deductible = risk.deductible_preference
  const { ledger } = price(PLAN, homeRatingFacts(request, deductible))
  const form = forms[FORMS[risk.product]]
  const storm = { hail: 1, coastal: 1, hurricane: 2, florida: 2 } as const
  const standard = coverageOf(form, risk, { deductible, storm })
  const chosen = chosenIn(request)
  const offered = coverageOf(form, risk, { deductible, storm, chosen })
  const rated = priceFactors({ label: 'Sandbox base price', effect: base }, ledger)
  const choices = choicesFactor(chosen, { offered, standard, price: annualPrice(rated) })
  const price_factors = [
    ...rated,
    ...(choices ? [choices] : []),
    ...(admitted === false ? [surplusTaxFactor] : []),
  ]
  const annual_price = annualPrice(price_factors)
  return {
    kind: 'offer',
    annual_price,
    ...offered,
    quote_number: sandboxQuoteNumber(id, { request_id, annual_price }, bind),
    insurance_score: 'not_used',
    price_factors,
  }
}

const decline = (reason_code: string, reason: string): Decline => ({ kind: 'decline', reason_code, reason })

const alwaysDecline = ({ name }: Twin, { risk }: HomeQuoteRequest): Decline =>
  decline('sandbox_decline', `${name} declines every home with home_sqft ${risk.home_sqft}.`)

const noMobileHomes = ({ name }: Twin): Decline =>
  decline(
    'property_type_not_written',
    `${name} does not insure mobile homes, which need their own kind of policy (HO-7).`,
  )

const needsCorrection = ({ name }: Twin, { risk }: HomeQuoteRequest): Decline =>
  decline(
    'requote_needed',
    `${name} has a different size on record than ${risk.home_sqft} square feet. Correct home_sqft to get a new quote.`,
  )

const AGENCY = {
  agency: 'Sandbox Reports (not a real agency)',
  address: '1 Example Plaza, Springfield, IL 62704',
  phone: '1-800-555-0100',
}

const byCredit = (twin: Twin, request: HomeQuoteRequest): HomeOffer => {
  const plain = offer(twin, request)
  if (!request.risk.insurance_score_allowed) return plain
  const label = 'Credit-based insurance score'
  const price_factors = [...plain.price_factors, { factor: 'credit_score', label, effect: 1.25 }]
  return {
    ...plain,
    price_factors,
    annual_price: annualPrice(price_factors),
    insurance_score: 'used',
    consumer_report: AGENCY,
    score_reasons: ['Your credit history is short.', 'Your balances are close to their limits.'],
  }
}

type Responder = (twin: Twin, request: HomeQuoteRequest) => HomeAnswer

const firstWill =
  (outcome: BindOutcome): Responder =>
  (twin, request) =>
    offer(twin, request, twin.first ? outcome : 'bound')

const RESPONDERS: Readonly<Record<SandboxInput['outcome'], Responder>> = {
  all_offers: offer,
  slow: offer,
  one_decline: (twin, request) => (twin.first ? alwaysDecline : offer)(twin, request),
  no_offers: alwaysDecline,
  needs_requote: (twin, request) => (twin.first ? needsCorrection : offer)(twin, request),
  blocked_at_bind: firstWill('blocked'),
  info_at_bind: firstWill('info_requested'),
  slow_bind: (twin, request) => offer(twin, request, 'slow'),
  by_credit: (twin, request) => (twin.first ? byCredit : offer)(twin, request),
  price_change_at_bind: firstWill('price_changed'),
}

const withTerms = ({ admitted }: Twin, answer: HomeAnswer): HomeAnswer =>
  answer.kind === 'offer'
    ? {
        ...answer,
        ...sandboxTerms(answer.annual_price, ['carrier_direct', 'mortgagee_escrow']),
        ...(admitted === false && { taxes: surplusTaxes(answer.annual_price) }),
      }
    : answer

const carrier = (twin: Twin, wait: Wait): InventedHomeCarrier<'sandbox'> => ({
  id: twin.id,
  name: twin.name,
  mode: 'sandbox',
  kind: 'sandbox',
  states,
  admitted: twin.admitted,
  contract2: { identified: false },
  quote: async request => {
    const { outcome, delayMsOf } = sandboxInput(request.risk)
    if (twin.last && delayMsOf) await wait(delayMsOf(request.risk))
    return request.risk.property_type === 'mobile_home'
      ? noMobileHomes(twin)
      : withTerms(twin, RESPONDERS[outcome](twin, request))
  },
  bind: sandboxBind(twin, wait),
})

export const sandboxHomeTwins = (
  originals: readonly Original[],
  wait: Wait,
): readonly InventedHomeCarrier<'sandbox'>[] =>
  originals.map(({ id, name, admitted }, at) =>
    carrier(
      {
        id: `sandbox-${id}`,
        name: `${name} (sandbox)`,
        admitted,
        base: 1200 + 120 * at,
        first: at === 0,
        last: at === originals.length - 1,
      },
      wait,
    ),
  )
