import fc from 'fast-check'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { scaled } from '../../../test/support/runs/scale.ts'
import { californiaZips } from '../../agency/rating/california-home.ts'
import { readData } from '../../agency/rating/figures.ts'
import { homeRiskFactors } from '../../agency/rating/home-plan.ts'
import { states } from '../../agency/rating/plan.ts'
import { type TerritoryFile, territoryOf } from '../../agency/rating/territory.ts'
import { inputChecker, withConstant, withoutIds } from '../../platform/http/schemas.ts'
import { autoEstimates, estimateAuto } from './auto-estimates.ts'
import { AutoCalculatorRequest } from './auto-request.ts'
import { collisionAndComprehensiveCoverage, compareCoverage } from './collision-and-comprehensive-coverage.ts'
import { fileAClaim, weighClaim } from './file-a-claim.ts'
import { estimateHome, homeCalculator } from './home.ts'
import { HomeCalculatorRequest } from './home-request.ts'
import { estimateUmbrella, umbrellaCalculator } from './umbrella.ts'
import { UmbrellaCalculatorRequest } from './umbrella-request.ts'

const { counties } = JSON.parse(readData('territory.json')) as TerritoryFile
const zips = counties.flatMap(([, , , places]) =>
  places.filter((_, at) => at % 3 === 0).map(zip => String(zip).padStart(5, '0')),
)
const anyZip = fc.constantFrom(...zips)
const californiaZip = fc.constantFrom(...californiaZips())

const partly = { requiredKeys: [] }
const name = fc.string({ minLength: 1, maxLength: 60 })
const count = (max: number) => fc.integer({ min: 0, max })
const dollars = fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.double({ min: 0, max: 10_000, noNaN: true }))

const place = fc.oneof(
  anyZip.map(zip => ({ zip })),
  fc.constantFrom(...states).map(state => ({ state })),
  anyZip.map(zip => ({ zip, state: territoryOf(zip)?.state ?? '' })),
)
const vehicle = fc.record(
  {
    year: fc.integer({ min: 1998, max: 2027 }),
    make: fc.constantFrom('Toyota', 'ford', 'TESLA', 'Mercedes', 'chevy', 'Porsche', 'Ferrari'),
    model: fc.oneof(fc.constantFrom('Camry', 'F-150', 'Model Y', 'C-Class', 'Silverado', '911'), name),
    style: fc.constantFrom('SUV', 'pickup', 'sedan', 'EV'),
  },
  { requiredKeys: ['year', 'make', 'model'] },
)
const autoRequest: fc.Arbitrary<AutoCalculatorRequest> = fc
  .tuple(
    fc.record(
      {
        age: fc.integer({ min: 16, max: 99 }),
        gender: fc.constantFrom('F' as const, 'M' as const, 'N' as const),
      },
      partly,
    ),
    place,
    fc.record(
      {
        vehicle,
        coverage: fc.record({ collision_deductible: dollars, comprehensive_deductible: dollars }, partly),
        history: fc.record({ at_fault_accidents: count(10), moving_violations: count(10) }, partly),
      },
      partly,
    ),
    fc.oneof(fc.double({ min: 0.01, max: 20_000, noNaN: true }), fc.integer({ min: 1, max: 1_000_000 })),
  )
  .map(([who, where, rest, repair_estimate]) => ({ driver: { ...who, ...where }, ...rest, repair_estimate }))

const homeRequest: fc.Arbitrary<HomeCalculatorRequest> = fc.record(
  {
    zip: californiaZip,
    home_sqft: fc.integer({ min: 100, max: 25_000 }),
    risk_factors: fc.uniqueArray(
      fc.constantFrom(
        ...(Object.keys(homeRiskFactors) as (keyof typeof homeRiskFactors)[]),
        'swimming_pool' as const,
      ),
    ),
  },
  { requiredKeys: ['zip', 'home_sqft'] },
)

const limits = fc
  .tuple(count(500), count(500), count(500))
  .map(([person, more, property]) => `${person}_${person + more}_${property}`)
const umbrellaRequest: fc.Arbitrary<UmbrellaCalculatorRequest> = fc.record(
  {
    zip: fc.oneof(
      { weight: 20, arbitrary: anyZip },
      { weight: 1, arbitrary: fc.constantFrom('00901', '09012') },
    ),
    property_count: count(20),
    auto_count: count(20),
    antique_vehicles: count(20),
    drivers_under_22: count(20),
    drivers_over_70: count(20),
    moving_violations: count(20),
    at_fault_accidents: count(20),
    large_watercraft: count(20),
    jet_skis: count(20),
    motorcycles: count(20),
    desired_coverage_limit: fc.integer({ min: 1_000_000, max: 10_000_000 }),
    current_auto_coverages: limits,
  },
  { requiredKeys: ['zip'] },
)

const REQUESTS = scaled(500, 20_000)

type Calculator<Request> = {
  name: string
  request: TSchema
  operation: { output: TSchema; constant?: Readonly<Record<string, unknown>> }
  requests: fc.Arbitrary<Request>
  calculate(request: Request): { inputs: unknown; result: unknown; assumptions: string[]; sources: unknown[] }
}

const promises = <Request>({ name, request, operation, requests, calculate }: Calculator<Request>): void => {
  const isRequest = Compile(request)
  const isResponse = Compile(operation.output)
  const write = fastJsonStringify(withConstant(withoutIds(operation.output), operation.constant) as Schema)
  test(`${name}: ${REQUESTS} random valid requests give a valid answer, the same bytes each time, written as it was worked out`, () => {
    fc.assert(
      fc.property(requests, given => {
        if (!isRequest.Check(given)) throw new Error(`not a valid request: ${JSON.stringify(given)}`)
        const answer = calculate(given)
        const bytes = JSON.stringify(answer)
        if (!isResponse.Check(JSON.parse(bytes))) {
          throw new Error(JSON.stringify(isResponse.Errors(JSON.parse(bytes))))
        }
        if (bytes !== JSON.stringify(calculate(given))) throw new Error('two answers differ')
        expect(JSON.parse(write(answer))).toEqual(JSON.parse(bytes))
        if (answer.assumptions.length === 0 || answer.sources.length === 0)
          throw new Error('says nothing of itself')
        if (!isRequest.Check(answer.inputs)) throw new Error(`inputs is no request: ${bytes}`)
        const again = calculate(answer.inputs as Request)
        if (JSON.stringify(again.result) !== JSON.stringify(answer.result))
          throw new Error('inputs tell another story')
      }),
      { numRuns: REQUESTS },
    )
  })
}

const auto = { request: AutoCalculatorRequest, requests: autoRequest }
promises({ name: 'auto-estimates', ...auto, operation: autoEstimates, calculate: estimateAuto })
promises({
  name: 'collision-and-comprehensive-coverage',
  ...auto,
  operation: collisionAndComprehensiveCoverage,
  calculate: compareCoverage,
})
promises({ name: 'file-a-claim', ...auto, operation: fileAClaim, calculate: weighClaim })
promises({
  name: 'home',
  request: HomeCalculatorRequest,
  operation: homeCalculator,
  requests: homeRequest,
  calculate: estimateHome,
})
promises({
  name: 'umbrella',
  request: UmbrellaCalculatorRequest,
  operation: umbrellaCalculator,
  requests: umbrellaRequest,
  calculate: estimateUmbrella,
})

test('the example of every request is a valid request', () => {
  const requests: TSchema[] = [AutoCalculatorRequest, HomeCalculatorRequest, UmbrellaCalculatorRequest]
  for (const schema of requests) {
    const examples = 'examples' in schema && Array.isArray(schema.examples) ? schema.examples : []
    expect(examples).toHaveLength(1)
    expect(Compile(schema).Check(examples[0])).toBe(true)
  }
})

test('ZIP+4 and the name of a state are understood, and inputs say how', () => {
  const accepts = (schema: TSchema, input: unknown) => expect(inputChecker(schema)(input)).toEqual([])
  for (const zip of ['94110-1234', '941101234']) {
    for (const estimate of [estimateAuto, compareCoverage])
      expect(estimate({ driver: { zip, state: 'california' } })).toEqual(
        estimate({ driver: { zip: '94110', state: 'CA' } }),
      )
    const repair_estimate = 2800
    expect(weighClaim({ driver: { zip }, repair_estimate })).toEqual(
      weighClaim({ driver: { zip: '94110' }, repair_estimate }),
    )
    expect(estimateHome({ zip, home_sqft: 1800 })).toEqual(estimateHome({ zip: '94110', home_sqft: 1800 }))
    expect(estimateUmbrella({ zip })).toEqual(estimateUmbrella({ zip: '94110' }))
    accepts(AutoCalculatorRequest, { driver: { zip, state: 'District of Columbia' } })
    accepts(HomeCalculatorRequest, { zip, home_sqft: 1800 })
    accepts(UmbrellaCalculatorRequest, { zip })
  }
})
