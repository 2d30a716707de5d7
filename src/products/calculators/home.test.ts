import fc from 'fast-check'
import { expect, test } from 'vitest'
import { californiaZips } from '../../agency/rating/california-home.ts'
import { type HomeRiskFactor, homeRiskFactors } from '../../agency/rating/home-plan.ts'
import type { Failure } from '../../platform/errors.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { estimateHome } from './home.ts'

const ids = keysOf(homeRiskFactors)
const zip = fc.constantFrom(...californiaZips())
const home_sqft = fc.integer({ min: 100, max: 24_000 })

const mid = (at: string, sqft = 1800, risk_factors: HomeRiskFactor[] = []): number =>
  estimateHome({ zip: at, home_sqft: sqft, risk_factors }).result.estimate.annual_mid

const refusal = (at: string): Failure => {
  try {
    estimateHome({ zip: at, home_sqft: 1800 })
  } catch (error) {
    return error as Failure
  }
  throw new Error('was not refused')
}

test('a larger home never costs less, and the range surrounds the middle', () => {
  fc.assert(
    fc.property(zip, home_sqft, fc.integer({ min: 100, max: 1000 }), (at, sqft, more) => {
      const { annual_low, annual_mid, annual_high } = estimateHome({ zip: at, home_sqft: sqft }).result
        .estimate
      expect(annual_low < annual_mid && annual_mid < annual_high).toBe(true)
      expect(mid(at, sqft + more)).toBeGreaterThanOrEqual(annual_mid)
    }),
    { numRuns: 1000 },
  )
})

test('every risk factor raises the price of a plain home, by what the list says', () => {
  fc.assert(
    fc.property(zip, fc.integer({ min: 1000, max: 25_000 }), fc.constantFrom(...ids), (at, sqft, id) => {
      const { effect_pct = 0 } =
        estimateHome({ zip: at, home_sqft: sqft }).result.available_risk_factors.find(
          factor => factor.id === id,
        ) ?? {}
      expect(effect_pct).toBeGreaterThan(0)
      expect(mid(at, sqft, [id]) / mid(at, sqft)).toBeCloseTo(1 + effect_pct / 100, 2)
    }),
    { numRuns: 500 },
  )
})

test('one more risk factor never lowers the price', () => {
  fc.assert(
    fc.property(zip, fc.subarray(ids), fc.constantFrom(...ids), (at, some, one) => {
      expect(mid(at, 1800, [...new Set([...some, one])])).toBeGreaterThanOrEqual(mid(at, 1800, some))
    }),
    { numRuns: 1000 },
  )
})

test('the same house costs more among the pines than by the sea', () => {
  const coast = ['90405', '92109', '93109', '92648', '93950', '90291']
  const pines = ['95959', '95684', '95949', '95604', '95033']
  for (const wild of pines) for (const sea of coast) expect(mid(wild)).toBeGreaterThan(mid(sea))
})

test('within a county a higher wildfire risk costs more', () => {
  const order = ['low', 'moderate', 'elevated', 'high', 'very_high']
  for (const [wild, calm] of [
    ['90049', '90405'],
    ['90265', '91362'],
    ['91011', '91016'],
    ['92679', '92648'],
  ] as const) {
    const risk = (at: string) => estimateHome({ zip: at, home_sqft: 1800 }).result.zip_context.wildfire_risk
    expect(order.indexOf(risk(wild))).toBeGreaterThan(order.indexOf(risk(calm)))
    expect(mid(wild)).toBeGreaterThan(mid(calm))
  }
})

test('a large FAIR Plan share in the city is not taken for wildfire', () => {
  for (const urban of ['90001', '90011', '90044']) {
    const { zip_context } = estimateHome({ zip: urban, home_sqft: 1800 }).result
    expect(zip_context.wildfire_risk).toBe('low')
    expect(zip_context.fair_plan_likelihood).toBeGreaterThan(0.1)
    expect(mid(urban)).toBeLessThan(mid('90405'))
  }
})

test('where the FAIR Plan is common its price is told', () => {
  const said = (at: string) => estimateHome({ zip: at, home_sqft: 1800 }).assumptions.join(' ')
  expect(said('95959')).toContain('is common here')
  expect(said('92109')).not.toContain('is common here')
})

test('swimming_pool is a pool, and several claims include the one', () => {
  const understood = (risk_factors: (HomeRiskFactor | 'swimming_pool')[]) =>
    estimateHome({ zip: '92109', home_sqft: 1800, risk_factors }).inputs.risk_factors
  expect(understood(['swimming_pool', 'pool'])).toEqual(['pool'])
  expect(understood(['one_prior_claim', 'several_prior_claims'])).toEqual(['several_prior_claims'])
})

test('a ZIP with few homes says whose figures stand in', () => {
  expect(estimateHome({ zip: '90009', home_sqft: 1800 }).assumptions.join(' ')).toContain('blended with')
})

test('another state is unsupported, an unknown ZIP invalid', () => {
  expect(refusal('89101')).toMatchObject({ code: 'unsupported_state', status: 400 })
  expect(refusal('89101').details.fields).toEqual([
    {
      path: 'zip',
      code: 'zip_not_in_state',
      facts: { actual: 'NV', state: 'California' },
      expected: 'a California ZIP code',
    },
  ])
  expect(refusal('00901')).toMatchObject({ code: 'unsupported_state' })
  expect(refusal('00000')).toMatchObject({ code: 'invalid_request' })
})
