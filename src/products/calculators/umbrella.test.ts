import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../platform/errors.ts'
import { keysOf } from '../../platform/lib/keys-of.ts'
import { estimateUmbrella } from './umbrella.ts'
import { type HouseholdCounts, type UmbrellaCalculatorRequest, usualHousehold } from './umbrella-request.ts'

const counts = keysOf(usualHousehold)
const zip = fc.constantFrom('94110', '10001', '14850', '77002', '79901', '33101', '50309', '99501', '02134')
const household = fc.record(
  Object.fromEntries(counts.map(name => [name, fc.integer({ min: 0, max: 19 })])) as Record<
    keyof HouseholdCounts,
    fc.Arbitrary<number>
  >,
)

const result = (request: UmbrellaCalculatorRequest) => estimateUmbrella(request).result
const mids = (request: UmbrellaCalculatorRequest): number[] =>
  result(request).bands.map(({ annual }) => annual.mid)

test('bands stand for 1, 2, 3, 5 and 10 million and the wanted limit, and rise with the limit', () => {
  fc.assert(
    fc.property(zip, household, fc.integer({ min: 1, max: 10 }), (at, counts, millions) => {
      const desired_coverage_limit = millions * 1_000_000
      const { bands, highlight } = result({ zip: at, ...counts, desired_coverage_limit })
      const limits = bands.map(({ coverage_limit }) => coverage_limit / 1_000_000)
      expect(limits).toEqual([...new Set([1, 2, 3, 5, 10, millions])].toSorted((a, b) => a - b))
      expect(highlight).toEqual(bands.find(({ coverage_limit }) => coverage_limit === desired_coverage_limit))
      bands.forEach(({ annual: { low, mid, high } }, index) => {
        expect(low < mid && mid < high).toBe(true)
        expect(mid).toBeGreaterThan(bands[index - 1]?.annual.mid ?? 0)
      })
    }),
    { numRuns: 500 },
  )
})

test.each(counts)('one more in %s never costs less, and costs more in a usual household', name => {
  fc.assert(
    fc.property(zip, household, (at, counts) => {
      const [before, after] = [counts, { ...counts, [name]: counts[name] + 1 }].map(each =>
        mids({ zip: at, ...each }),
      )
      before?.forEach((mid, index) => {
        expect(after?.[index]).toBeGreaterThanOrEqual(mid)
      })
    }),
    { numRuns: 200 },
  )
  const usual = mids({ zip: '43004' })
  const more = mids({ zip: '43004', [name]: usualHousehold[name] + 1 })
  usual.forEach((mid, index) => {
    expect(more[index]).toBeGreaterThan(mid)
  })
})

test('a usual household is eligible and nothing stands against it', () => {
  expect(result({ zip: '94110' }).eligibility).toEqual({ eligible: true, reasons: [] })
})

test.each([
  [{ at_fault_accidents: 2, moving_violations: 1 }, 'accidents and violations'],
  [{ auto_count: 8, motorcycles: 3 }, 'ten vehicles'],
  [{ property_count: 11 }, 'ten properties'],
  [{ drivers_under_22: 5 }, 'under 22'],
  [{ large_watercraft: 4 }, 'boats'],
  [{ jet_skis: 4 }, 'jet skis'],
])('%o is declined with a reason in words', (counts, words) => {
  const { eligibility } = result({ zip: '94110', ...counts })
  expect(eligibility.eligible).toBe(false)
  expect(eligibility.reasons).toHaveLength(1)
  expect(eligibility.reasons[0]).toContain(words)
})

test('a ZIP that is not served is an answer without prices, an unknown one is refused', () => {
  const { bands, highlight, eligibility } = result({ zip: '00901' })
  expect({ bands, highlight }).toEqual({ bands: [], highlight: undefined })
  expect(eligibility.eligible).toBe(false)
  expect(eligibility.reasons[0]).toContain('Puerto Rico')
  expect(() => result({ zip: '00000' })).toThrow(Failure)
})

test('the wanted limit is rounded up to the next million, and says so', () => {
  const { inputs, assumptions, result } = estimateUmbrella({
    zip: '94110',
    desired_coverage_limit: 3_000_001,
  })
  expect(inputs.desired_coverage_limit).toBe(4_000_000)
  expect(result.highlight?.coverage_limit).toBe(4_000_000)
  expect(assumptions).toContain('We rounded the desired limit of $3,000,001 up to $4,000,000.')
})

test.each([
  ['250_500_100', true],
  ['300_300_100', true],
  ['500000_500000_100000', true],
  ['250000_500000_100000', true],
  ['100_300_50', false],
  ['250_500_50', false],
  ['0_0_0', false],
])('car limits of %s are enough: %s', (current_auto_coverages, enough) => {
  const { underlying, eligibility } = result({ zip: '94110', current_auto_coverages })
  expect(underlying).toMatchObject({ required_auto: '250_500_100', current_meets: enough })
  expect(underlying.note.includes('Raise your auto liability')).toBe(!enough)
  expect(eligibility.eligible).toBe(enough)
})

test('the car limits that were priced are told in thousands', () => {
  const { inputs } = estimateUmbrella({ zip: '94110', current_auto_coverages: '250000_500000_100000' })
  expect(inputs.current_auto_coverages).toBe('250_500_100')
})

test('limits that were not given are unknown, and impossible ones are refused', () => {
  expect(result({ zip: '94110' }).underlying.current_meets).toBeNull()
  expect(() => result({ zip: '94110', current_auto_coverages: '500_250_100' })).toThrow(Failure)
})

test.each([
  ['25_50_25', 22],
  ['50_100_50', 15],
  ['100_300_100', 10],
])('raising %s adds %d percent, as the factors of the auto bill say', (current_auto_coverages, percent) => {
  expect(result({ zip: '94110', current_auto_coverages }).underlying.note).toContain(`about ${percent}% `)
})

test('a household with neither home nor car is declined, and is never cheaper than one with either', () => {
  const nothing = { property_count: 0, auto_count: 0 }
  expect(result({ zip: '94110', ...nothing }).eligibility.eligible).toBe(false)
  fc.assert(
    fc.property(zip, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), (at, homes, cars) => {
      const [least = 0] = mids({ zip: at, ...nothing })
      expect(mids({ zip: at, property_count: homes, auto_count: cars })[0]).toBeGreaterThanOrEqual(least)
    }),
  )
})

test('places differ: most states have a level of their own, and cities inside them', () => {
  const first = (at: string): number => mids({ zip: at })[0] ?? 0
  const capitals =
    '36104 99801 85001 72201 95814 80202 06103 19901 32301 30303 96813 83702 62701 46204 50309 66603 40601 70802 04330 21401 02108 48933 55101 39201 65101 59601 68502 89701 03301 08608 87501 12207 27601 58501 43215 73102 97301 17101 02903 29201 57501 37219 78701 84101 05602 23219 98501 25301 53703 82001'.split(
      ' ',
    )
  expect(new Set(capitals.map(first)).size).toBeGreaterThan(30)
  expect(first('48201')).toBeGreaterThan(first('49855'))
})

test('New York City costs more than the rest of the state, California more than Iowa', () => {
  const first = (at: string): number => mids({ zip: at })[0] ?? 0
  expect(first('10001')).toBeGreaterThan(first('14850'))
  expect(first('94110')).toBeGreaterThan(first('50309'))
})
