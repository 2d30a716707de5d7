import { curve, states } from '../../rating/plan.ts'
import type { Decline } from '../contract/answers.ts'
import type { Wait } from '../contract/carrier.ts'
import { acceptDocument } from '../contract/documents.ts'
import { type Binder, issue } from '../demo/bind.ts'
import type { DemoUmbrellaPlan } from '../demo/umbrella/household-facts.ts'
import { umbrellaOffer } from '../demo/umbrella/offer.ts'
import type { InventedUmbrellaCarrier, UmbrellaQuoteRequest } from '../umbrella/carrier.ts'
import type { Tiers } from '../umbrella/household-class.ts'
import { type BindOutcome, BLOCKED, sandboxBind, sandboxQuoteNumber, sandboxTerms } from './bind.ts'
import {
  type UmbrellaSandboxInput,
  type UmbrellaSandboxOutcome,
  umbrellaSandboxInput,
} from './umbrella-inputs.ts'

type Original = Pick<InventedUmbrellaCarrier, 'id' | 'name' | 'workflow'>
type Place = { first: boolean; last: boolean }

const ANY_NUMBER = [Infinity]
const TIERS: Tiers = {
  vehicles: ANY_NUMBER,
  properties: ANY_NUMBER,
  boats: ANY_NUMBER,
  jet_skis: ANY_NUMBER,
  drivers: ANY_NUMBER,
  young_drivers: ANY_NUMBER,
}

const planOf = ({ id, name, workflow }: Original, base: number): DemoUmbrellaPlan => ({
  id: `sandbox-${id}`,
  name: `${name} (sandbox)`,
  states,
  workflow,
  underlying: { auto: 'standard', property_damage: 100_000, home: 300_000 },
  tiers: TIERS,
  rates: {
    base,
    limits: curve({ 1: 1, 10: 5.5 }),
    territory: 0,
    classes: [1],
    counts: { drivers_under_22: curve({ 0: 1, 20: 11 }), incidents: curve({ 0: 1, 10: 2 }) },
    autoLimits: { high: 0.9 },
    minimum: 0,
  },
  appetite: {},
})

const DECLINES: Readonly<Partial<Record<UmbrellaSandboxOutcome, (place: Place) => boolean>>> = {
  one_decline: ({ first }) => first,
  no_quotes: () => true,
}

const BINDS: Readonly<Partial<Record<UmbrellaSandboxOutcome, BindOutcome>>> = {
  blocked_at_bind: 'blocked',
  info_at_bind: 'info_requested',
  document_at_bind: 'document_asked',
  price_change_at_bind: 'price_changed',
}

const decline = ({ name }: DemoUmbrellaPlan, { risk }: UmbrellaQuoteRequest): Decline => ({
  kind: 'decline',
  reason_code: 'sandbox_decline',
  reason: `${name} declines every household with jet_skis ${risk.jet_skis}.`,
})

const binder = (plan: DemoUmbrellaPlan, wait: Wait): Binder => {
  const bind = sandboxBind(plan, wait)
  return async request => {
    const answer = await bind(request)
    if (answer.kind === 'blocked' && answer.reason_code === BLOCKED)
      return { ...answer, reason: `${plan.name} declined to issue this policy.` }
    if (answer.kind !== 'info_requested' || answer.fields.length > 0) return answer
    if (request.effective_date.endsWith('-01')) return issue(plan.id, request)
    const reason = `${plan.name} starts this policy only on the first day of a month. Choose such a start date.`
    return { kind: 'info_requested', reason, fields: ['effective_date'] }
  }
}

const carrier = (plan: DemoUmbrellaPlan, place: Place, wait: Wait): InventedUmbrellaCarrier<'sandbox'> => {
  const { id, name, workflow } = plan
  const offer = umbrellaOffer(plan)
  const billed = workflow === 'agency_pay' ? 'insured' : 'carrier_direct'
  const answer = (request: UmbrellaQuoteRequest, { outcome }: UmbrellaSandboxInput) => {
    if (DECLINES[outcome]?.(place)) return decline(plan, request)
    const { request_id, risk } = request
    const offered = offer(risk)
    const { annual_price } = offered
    return {
      ...offered,
      ...sandboxTerms(annual_price, [billed]),
      quote_number: sandboxQuoteNumber(id, { request_id, annual_price }, BINDS[outcome]),
    }
  }
  return {
    id,
    name,
    mode: 'sandbox',
    kind: 'sandbox',
    states,
    workflow,
    requiresSignature: false,
    quote: async request => {
      const input = umbrellaSandboxInput(request.risk)
      if (place.last && input.delayMs) await wait(input.delayMs)
      return answer(request, input)
    },
    takeDocument: acceptDocument,
    bind: binder(plan, wait),
  }
}

export const sandboxUmbrellaTwins = (
  originals: readonly Original[],
  wait: Wait,
): readonly InventedUmbrellaCarrier<'sandbox'>[] =>
  originals.map((original, at) =>
    carrier(planOf(original, 300 + 30 * at), { first: at === 0, last: at === originals.length - 1 }, wait),
  )
