import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../../src/platform/errors.ts'
import { intakeProblems } from '../../../src/products/homeowners/answering/intake-problems.ts'
import { applyPatch } from '../../../src/products/homeowners/answering/patch.ts'
import { effectsOf } from '../../../src/products/homeowners/answering/patch-homes.ts'
import { withRowEstimates } from '../../../src/products/homeowners/answering/row-estimates.ts'
import {
  type Application,
  emptyApplication,
} from '../../../src/products/homeowners/application/application.ts'
import { applicantFields, homeFields } from '../../../src/products/homeowners/application/fields.ts'
import { knownSummary } from '../../../src/products/homeowners/application/known-summary.ts'
import { withServiceEstimates } from '../../../src/products/homeowners/application/service-estimates.ts'
import { isForbiddenKey } from '../../../src/products/line/fields/forbidden-keys.ts'
import type { Json } from '../../../src/products/line/fields/merge.ts'
import { scaled } from '../../support/runs/scale.ts'

const context = { now: new Date('2025-10-02T12:00:00Z'), submitted: false }

const attempt = (application: Application, sent: Json) => {
  try {
    return applyPatch(application, sent, context)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    expect(error.status).toBeLessThan(500)
    return null
  }
}

const knownKey = fc.constantFrom(
  ...Object.keys(applicantFields),
  'home',
  'age',
  'ssn',
  'card_number',
  '__proto__',
)
const rowKey = fc.constantFrom(
  ...Object.keys(homeFields),
  'address',
  'field_estimates',
  'property_id',
  'password',
)
const junkKey = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('constructor', 'hasOwnProperty', 'valueOf'),
)
const junkValue = fc.jsonValue({ maxDepth: 4 })
const junkEntry = fc.record(
  { field: fc.oneof(rowKey, junkValue), value: junkValue, source: junkValue, confidence: junkValue },
  { requiredKeys: [] },
)
const junkRow = fc
  .tuple(
    fc.dictionary(fc.oneof(rowKey, junkKey), junkValue, { maxKeys: 6 }),
    fc.array(junkEntry, { maxLength: 3 }),
  )
  .map(([keys, field_estimates]) => ({ field_estimates, ...keys }))
const junk: fc.Arbitrary<Json> = fc
  .tuple(
    fc.dictionary(fc.oneof(knownKey, junkKey), junkValue, { maxKeys: 6 }),
    fc.array(fc.oneof(junkRow, junkValue), { maxLength: 3 }),
  )
  .map(([keys, home]) => ({ home, ...keys }))

const keysIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => [key, ...keysIn(item)])
    : []

test('junk is accepted or refused with a Failure below 500, and no secret is ever kept', () => {
  fc.assert(
    fc.property(junk, junk, (first, second) => {
      const before = attempt(emptyApplication(), first)?.application ?? emptyApplication()
      const after = attempt(before, second)
      if (!after) return
      const kept = keysIn(after.application).flatMap(path => path.split('.'))
      expect(kept.filter(isForbiddenKey)).toEqual([])
      expect(Object.keys(after.application.unrecognized).length).toBeLessThanOrEqual(32)
      effectsOf(after.changed)
      knownSummary(withServiceEstimates(after.application, context.now))
    }),
    { numRuns: scaled(400, 20_000) },
  )
})

test('a value planted under a forbidden key never reaches the application', () => {
  const canary = '078-05-1120'
  const forbidden = fc.constantFrom(
    'ssn',
    'SSN',
    'socialSecurityNumber',
    'card_number',
    'cvv',
    'bank_account',
    'password',
  )
  const wrap = fc.constantFrom<(secret: Json) => Json>(
    secret => secret,
    secret => ({ home: [secret] }),
    secret => ({ home: [{ address: secret }] }),
    secret => ({ home: [{ loans: [secret] }] }),
    secret => ({ deep: [[{ deeper: secret }]] }),
    secret => ({ home: [{ field_estimates: [{ field: Object.keys(secret)[0], value: canary }] }] }),
  )
  fc.assert(
    fc.property(forbidden, wrap, junk, (key, wrapped, rest) => {
      expect(() =>
        applyPatch(emptyApplication(), { ...rest, ...wrapped({ [key]: canary }) }, context),
      ).toThrow(Failure)
    }),
    { numRuns: 50 },
  )
})

test('three hundred thousand estimates beside one home go into it in no time, in their order', () => {
  const sent = Array.from({ length: 300_000 }, (_, at) => `home[${at % 2 ? '0' : '00'}].field_${at}`)
  const { home } = withRowEstimates({ home: [{ field_estimates: ['first'] }], field_estimates: sent })
  const [{ field_estimates = [] } = {}] = home as { field_estimates?: unknown[] }[]
  expect(field_estimates).toHaveLength(300_001)
  expect(field_estimates.slice(0, 3)).toEqual(['first', { field: 'field_0' }, { field: 'field_1' }])
})

test('beside a mistake in the form of a call, no more homes are read than there can be', () => {
  expect(intakeProblems({ intake: { home: Array(1000).fill({ zip: 1 }) } })).toHaveLength(20)
})
