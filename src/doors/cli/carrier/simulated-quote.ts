import { setTimeout as sleep } from 'node:timers/promises'
import type { HomeOffer, HomeQuoteRequest } from '../../../agency/carriers/homeowners/carrier.ts'
import type { AnyQuoteRequest } from '../../../agency/carriers/openapi/lines.ts'
import { sandboxHomeTwins } from '../../../agency/carriers/sandbox/homeowners.ts'
import { sandboxUmbrellaTwins } from '../../../agency/carriers/sandbox/umbrella.ts'
import type { UmbrellaOffer, UmbrellaQuoteRequest } from '../../../agency/carriers/umbrella/carrier.ts'
import { HOUR, later } from '../../../platform/lib/clock.ts'
import type { LineName } from '../../../platform/lines.ts'
import type { Knobs } from './knobs.ts'

export type AnyOffer = HomeOffer | UmbrellaOffer

export const SIMULATED = { id: 'simulated', name: 'Simulated Carrier' }

const [homeTwin] = sandboxHomeTwins([SIMULATED], sleep)
const [umbrellaTwin] = sandboxUmbrellaTwins([{ ...SIMULATED, workflow: 'agency_pay' }], sleep)

const plain = <R extends AnyQuoteRequest>(request: R, risk: object): R => ({
  ...request,
  risk: { ...request.risk, ...risk },
})

const QUOTES = {
  homeowners: (request: AnyQuoteRequest) =>
    homeTwin?.quote(plain(request as HomeQuoteRequest, { home_sqft: 2000 })),
  umbrella: (request: AnyQuoteRequest) =>
    umbrellaTwin?.quote(plain(request as UmbrellaQuoteRequest, { jet_skis: 0 })),
} satisfies Record<LineName, unknown>

export type SimulatedQuote = {
  answer: Record<string, unknown>
  offers: AnyOffer[]
}

const withCredit = (offer: AnyOffer): AnyOffer => ({
  ...offer,
  ...('insurance_score' in offer && { insurance_score: 'used' as const }),
  price_factors: [...offer.price_factors, { factor: 'credit_score', label: 'Credit score', effect: 1.01 }],
})

const declined = { kind: 'decline', reason_code: 'simulated_decline', reason: 'The simulator declines this.' }

export const simulateQuote = async (
  {
    line,
    request,
    knobs,
    edition,
  }: { line: LineName; request: AnyQuoteRequest; knobs: Knobs; edition: number },
  now: Date,
): Promise<SimulatedQuote> => {
  const { request_id } = request
  const asked = (of: number) =>
    QUOTES[line](of === 0 ? request : { ...request, request_id: `${request_id}/${of}` })
  if (knobs.has('bare_decline')) return { answer: { kind: 'decline' }, offers: [] }
  if (knobs.has('decline')) return { answer: declined, offers: [] }
  const first = await asked(edition)
  if (first?.kind !== 'offer') return { answer: { ...(first ?? declined) }, offers: [] }
  const offer = knobs.has('credit') ? withCredit(first) : first
  const expected_by = later(now, HOUR).toISOString()
  if (knobs.has('pending')) return { answer: { kind: 'pending', expected_by }, offers: [offer] }
  if (knobs.has('referred'))
    return {
      answer: { kind: 'referred', expected_by, reason: 'An underwriter looks at it.' },
      offers: [offer],
    }
  const second = knobs.has('offers') ? await asked(edition + 1) : undefined
  if (second?.kind !== 'offer') return { answer: { ...offer }, offers: [offer] }
  const offers = [offer, second]
  return { answer: { kind: 'offers', offers: offers.map(({ kind: _, ...one }) => one) }, offers }
}
