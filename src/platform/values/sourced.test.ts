import { expect, test } from 'vitest'
import type { HomeCarrier, HomeRisk } from '../../agency/carriers/homeowners/carrier.ts'
import type { UmbrellaCarrier, UmbrellaRisk } from '../../agency/carriers/umbrella/carrier.ts'
import { reviseEstimates } from '../../products/line/fields/estimates.ts'
import {
  derived,
  quoteRequest,
  type Sourced,
  type SourcedFields,
  sourcedAnswers,
  sourceOf,
} from './sourced.ts'

const at = { request_id: 'req_1', today: '2026-01-02' }
const row = { sqft: 1800, claims: 0, field_estimates: [], locked: [] }
const said = sourcedAnswers<{ sqft: number; claims: number }>(row, ['sqft', 'claims'], 'operator')

/** `npm run check` compiles this and fails if one of these lines compiles after all. */
const refusedByTheCompiler = (
  home: HomeCarrier,
  umbrella: UmbrellaCarrier,
  risk: HomeRisk,
  household: UmbrellaRisk,
): unknown[] => [
  // @ts-expect-error a carrier is not asked about a risk that nobody vouches for
  () => home.quote({ ...at, risk }),
  // @ts-expect-error nor with sources written by hand
  () => home.quote({ ...at, risk, sources: {} }),
  // @ts-expect-error nor in the other line
  () => umbrella.quote({ ...at, risk: household, sources: {} }),
  // @ts-expect-error a request is not made from plain values
  () => quoteRequest<HomeRisk>(at, risk),
  // @ts-expect-error a value is not sourced by saying so
  (): Sourced<number> => ({ value: 0, source: { kind: 'person' } }),
  // @ts-expect-error a rule reads no plain value
  () => derived('guess', { claims: 0 }, ({ claims }) => claims),
  // @ts-expect-error no default takes the place of a missing answer
  (): SourcedFields<HomeRisk>['claims_last_5_years'] => said.claims ?? 0,
]

test('a plain value in a request to a carrier does not compile', () => {
  expect(refusedByTheCompiler).toHaveLength(4)
})

test('a request carries each value with its source, and no source for what is unknown', () => {
  type Risk = { sqft: number; dollars: number; limits: number | null }
  const { sqft } = said
  if (!sqft) throw new Error('The row has no sqft.')
  const dollars = derived('price', { sqft }, facts => facts.sqft * 10)
  expect(quoteRequest<Risk>(at, { sqft, dollars, limits: null })).toEqual({
    ...at,
    risk: { sqft: 1800, dollars: 18_000, limits: null },
    sources: {
      sqft: { kind: 'operator' },
      dollars: { kind: 'derived', rule: 'price', from: { sqft: { kind: 'operator' } } },
    },
  })
})

test('a rule that reads nothing known makes no value', () => {
  expect(() => derived('guess', { unknown: undefined }, () => 0)).toThrow('nothing to read')
})

const answered = (
  by: 'operator' | 'person',
  origin: 'operator' | 'assistant' | 'person',
  before: Parameters<typeof reviseEstimates>[0],
  values: Record<string, unknown>,
) => ({
  ...before,
  ...values,
  ...reviseEstimates(before, { values: new Map(Object.entries(values)), estimates: [], by, origin }),
})
const empty = { field_estimates: [], locked: [] }
const estimate = { field: 'sqft', source: 'crm', confidence: 'low', confirmed_by_user: false } as const

test('a value belongs to the last who stated it, and an echo does not change its source', () => {
  const stated = answered('operator', 'assistant', empty, { sqft: 1800 })
  expect(sourceOf(stated, 'sqft', 'operator')).toEqual({ kind: 'assistant' })
  const echoed = answered('operator', 'operator', stated, { sqft: 1800 })
  expect(sourceOf(echoed, 'sqft', 'operator')).toEqual({ kind: 'assistant' })
  const changed = answered('operator', 'operator', echoed, { sqft: 1900 })
  expect(sourceOf(changed, 'sqft', 'assistant')).toEqual({ kind: 'operator' })
  const confirmed = answered('person', 'person', changed, { sqft: 1900 })
  expect(sourceOf(confirmed, 'sqft', 'operator')).toEqual({ kind: 'person' })
})

test('an estimate is an estimate until somebody confirms it, and is then theirs', () => {
  const guess = { ...estimate, source: 'service_model', rule: 'no_claims' }
  expect(sourceOf({ ...empty, field_estimates: [estimate] }, 'sqft', 'operator')).toEqual({
    kind: 'estimate',
    from: 'crm',
    confidence: 'low',
  })
  const ours = { sqft: 1800, ...empty, field_estimates: [guess] }
  expect(sourceOf(ours, 'sqft', 'operator')).toEqual({
    kind: 'service_estimate',
    rule: 'no_claims',
    confidence: 'low',
  })
  expect(sourceOf(answered('operator', 'operator', ours, { sqft: 1800 }), 'sqft', 'operator').kind).toBe(
    'service_estimate',
  )
  expect(sourceOf(answered('person', 'person', ours, { sqft: 1800 }), 'sqft', 'operator').kind).toBe('person')
})

test('a record from before sources were kept names the person for locked fields and its owner for the rest', () => {
  const old = { sqft: 1800, claims: 0, field_estimates: [], locked: ['sqft'] }
  expect(sourceOf(old, 'sqft', 'operator')).toEqual({ kind: 'person' })
  expect(sourceOf(old, 'claims', 'assistant')).toEqual({ kind: 'assistant' })
})
