import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { inputChecker } from '../../platform/http/schemas.ts'
import { autoEstimates } from './auto-estimates.ts'
import { collisionAndComprehensiveCoverage } from './collision-and-comprehensive-coverage.ts'
import { fileAClaim } from './file-a-claim.ts'
import { homeCalculator } from './home.ts'
import { umbrellaCalculator } from './umbrella.ts'

const auto = {
  driver: { zip: '94110', age: 30 },
  vehicle: { year: 2020, make: 'Toyota', model: 'Camry' },
  coverage: {},
  history: {},
  repair_estimate: 4000,
}
const calculators = [
  { operation: autoEstimates, good: auto },
  { operation: collisionAndComprehensiveCoverage, good: auto },
  { operation: fileAClaim, good: auto },
  { operation: homeCalculator, good: { zip: '94110', home_sqft: 1500 } },
  { operation: umbrellaCalculator, good: { zip: '60601' } },
].map(({ operation, good }) => ({
  input: operation.input as TObject,
  good,
  check: inputChecker(operation.input),
}))

type Spoiled = { path: string; spoil(good: object): object }

const withValue = (good: object, [first = '', ...rest]: string[], value: unknown): object => ({
  ...good,
  [first]: rest.length === 0 ? value : withValue((good as Record<string, object>)[first] ?? {}, rest, value),
})

const pathsOf = (schema: TSchema, at: string[] = []): string[][] =>
  Object.entries((schema as TObject).properties ?? {}).flatMap(([name, part]) => [
    [...at, name],
    ...pathsOf(part as TSchema, [...at, name]),
  ])

const wrongForAll = fc.constantFrom(null, [[]], { nested: { deep: true } }, true)
const unknownName = fc.stringMatching(/^[a-z]{3,12}_x$/)

const spoiledOf = (input: TObject): fc.Arbitrary<Spoiled> =>
  fc.oneof(
    fc.record({ path: fc.constantFrom(...pathsOf(input)), value: wrongForAll }).map(({ path, value }) => ({
      path: path.join('.'),
      spoil: (good: object) => withValue(good, path, value),
    })),
    unknownName.map(name => ({ path: name, spoil: (good: object) => ({ ...good, [name]: 1 }) })),
  )

const bad = fc
  .constantFrom(...calculators)
  .chain(({ input, good, check }) =>
    spoiledOf(input).map(({ path, spoil }) => ({ path, body: spoil(good), check })),
  )

test('5,000 invalid inputs are refused, and the refusal names the field', () => {
  for (const { good, check } of calculators) expect(check(good)).toEqual([])
  fc.assert(
    fc.property(bad, ({ path, body, check }) => {
      const named = check(body).map(problem => problem.path)
      expect(
        named.some(name => name === path || name.startsWith(`${path}.`) || name.startsWith(`${path}[`)),
      ).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
