import { curve, type Plan, price } from '../../rating/plan.ts'
import { states } from '../../rating/state-rules.ts'
import type { Decline } from '../contract/answers.ts'
import type { Wait } from '../contract/wait.ts'
import { coverageOf, forms, type PolicyForm } from '../demo/homeowners/coverage.ts'
import { factsOf, type HomeFacts } from '../demo/homeowners/facts.ts'
import { annualPrice, priceFactors } from '../demo/price-factors.ts'
import type { HomeAnswer, HomeCarrier, HomeOffer, HomeQuoteRequest } from '../homeowners/carrier.ts'
import { type BindOutcome, sandboxBind, sandboxQuoteNumber } from './bind.ts'
import { type SandboxInput, sandboxInput } from './homeowners-inputs.ts'

type Original = { id: string; name: string }
type Twin = Original & { base: number; first: boolean; last: boolean }

const FORMS: Readonly<Record<HomeFacts['product'], PolicyForm>> = {
  standard: 'HO-3',
  condo: 'HO-6',
  landlord: 'DP-3',
}

/** The same in every state, simple enough to foretell: rebuilding for $300,000 with a $1,000 deductible costs the base. */
const PLAN: Plan<HomeFacts> = {
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
      label: 'Age of the roof',
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

const offer = ({ id, base }: Twin, request: HomeQuoteRequest, bind?: BindOutcome): HomeOffer => {
  const { risk, request_id } = request
  const deductible = risk.deductible_preference
  const { ledger } = price(PLAN, factsOf(request, deductible))
  const price_factors = priceFactors({ label: 'Base price in the sandbox', effect: base }, ledger)
  return {
    kind: 'offer',
    annual_price: annualPrice(price_factors),
    ...coverageOf(forms[FORMS[risk.product]], risk, {
      deductible,
      storm: { hail: 1, coastal: 1, hurricane: 2 },
    }),
    quote_number: sandboxQuoteNumber(id, request_id, bind),
    insurance_score: 'not_used',
    price_factors,
  }
}

const decline = (reason_code: string, reason: string): Decline => ({ kind: 'decline', reason_code, reason })

const refused = ({ name }: Twin, { risk }: HomeQuoteRequest): Decline =>
  decline('sandbox_decline', `${name} declines every home with home_sqft ${risk.home_sqft}.`)

const toCorrect = ({ name }: Twin, { risk }: HomeQuoteRequest): Decline =>
  decline(
    'requote_needed',
    `${name} finds another size on record than ${risk.home_sqft} square feet: correct home_sqft, and the home is quoted again.`,
  )

const AGENCY = {
  agency: 'Sandbox Reports (no such agency)',
  address: '1 Example Plaza, Springfield, IL 62704',
  phone: '1-800-555-0100',
}

/** What a carrier says that rates by credit, where it may. */
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
    score_reasons: ['Few accounts are old enough to tell much.', 'Balances are close to their limits.'],
  }
}

type Answer = (twin: Twin, request: HomeQuoteRequest) => HomeAnswer

const firstWill =
  (outcome: BindOutcome): Answer =>
  (twin, request) =>
    offer(twin, request, twin.first ? outcome : 'bound')

const ANSWERS: Readonly<Record<SandboxInput['outcome'], Answer>> = {
  all_offers: offer,
  slow: offer,
  one_decline: (twin, request) => (twin.first ? refused : offer)(twin, request),
  no_offers: refused,
  needs_requote: (twin, request) => (twin.first ? toCorrect : offer)(twin, request),
  blocked_at_bind: firstWill('blocked'),
  info_at_bind: firstWill('info_requested'),
  slow_bind: (twin, request) => offer(twin, request, 'slow'),
  by_credit: (twin, request) => (twin.first ? byCredit : offer)(twin, request),
}

const carrier = (twin: Twin, wait: Wait): HomeCarrier<'sandbox'> => ({
  id: twin.id,
  name: twin.name,
  mode: 'sandbox',
  states,
  quote: async request => {
    const { outcome, delayOf } = sandboxInput(request.risk)
    if (twin.last && delayOf) await wait(delayOf(request.risk))
    return ANSWERS[outcome](twin, request)
  },
  bind: sandboxBind(twin, wait),
})

/** One twin for each carrier, by its name, at $1,200, $1,320, $1,440 … in the order of the list. */
export const sandboxTwins = (originals: readonly Original[], wait: Wait): readonly HomeCarrier<'sandbox'>[] =>
  originals.map(({ id, name }, at) =>
    carrier(
      {
        id: `sandbox-${id}`,
        name: `${name} (sandbox)`,
        base: 1200 + 120 * at,
        first: at === 0,
        last: at === originals.length - 1,
      },
      wait,
    ),
  )
