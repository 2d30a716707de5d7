import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoHomeCarriers } from '../../../src/agency/carriers/demo/homeowners/carriers.ts'
import { territoryFacts } from '../../../src/agency/carriers/demo/homeowners/rating-facts.ts'
import type { HomeAnswer, HomeOffer, HomeRisk } from '../../../src/agency/carriers/homeowners/carrier.ts'
import { readData } from '../../../src/agency/rating/figures.ts'
import { states } from '../../../src/agency/rating/plan.ts'
import type { TerritoryFile } from '../../../src/agency/rating/territory.ts'
import { canonicalJson } from '../../../src/platform/lib/canonical-json.ts'
import { requestFor } from '../../support/rating/plain-home.ts'
import { scaled } from '../../support/runs/scale.ts'

const { counties } = JSON.parse(readData('territory.json')) as TerritoryFile

const places = counties.flatMap(([state, , , numbers]) =>
  numbers
    .filter((_, at) => at % 3 === 0 && (at === 0 || state === 'CA'))
    .map(zip => ({ state, zip: String(zip).padStart(5, '0') })),
)

const ask = (risk: Partial<HomeRisk>): Promise<HomeAnswer[]> =>
  Promise.all(demoHomeCarriers.map(carrier => carrier.quote(requestFor(risk))))

const isOffer = (answer: HomeAnswer | undefined): answer is HomeOffer => answer?.kind === 'offer'

const flags = [
  'new_purchase',
  'swimming_pool',
  'trampoline',
  'dog_bite_history',
  'has_fire_alarm',
  'has_burglar_alarm',
  'has_sprinklers',
  'hurricane_resistant_windows',
] as const satisfies (keyof HomeRisk)[]

const anyRisk: fc.Arbitrary<Partial<HomeRisk>> = fc
  .record({
    place: fc.constantFrom(...places),
    flags: fc.record(Object.fromEntries(flags.map(flag => [flag, fc.boolean()]))),
    rest: fc.record({
      product: fc.constantFrom('standard', 'condo', 'landlord'),
      property_type: fc.constantFrom('single_family', 'townhouse', 'multi_family', 'mobile_home'),
      home_ownership: fc.constantFrom('owned_primary', 'owned_seasonal', 'under_construction'),
      rental_status: fc.constantFrom('not_rented', 'short_term', 'long_term'),
      build_year: fc.integer({ min: 1800, max: 2025 }),
      roof_year: fc.integer({ min: 1960, max: 2025 }),
      roof_type: fc.constantFrom(
        'asphalt_shingle',
        'architectural_shingle',
        'tile',
        'metal',
        'wood_shake',
        'flat',
      ),
      roof_shape: fc.constantFrom('gable', 'hip', 'flat', 'other'),
      siding_type: fc.constantFrom('vinyl', 'brick', 'wood_siding', 'stucco'),
      heating_type: fc.constantFrom('gas_hot_air', 'oil', 'wood_stove', 'none'),
      construction_quality: fc.constantFrom('basic', 'standard', 'custom', 'luxury'),
      claims_last_5_years: fc.integer({ min: 0, max: 8 }),
      continuously_insured_years: fc.integer({ min: 0, max: 30 }),
      deductible_preference: fc.integer({ min: 500, max: 10_000 }),
      replacement_cost: fc.integer({ min: 20_000, max: 6_000_000 }),
    }),
  })
  .map(({ place, flags: given, rest }) => ({ ...place, ...given, ...rest }) as Partial<HomeRisk>)

const expectHigherPrice = async (plainer: Partial<HomeRisk>, riskier: Partial<HomeRisk>): Promise<void> => {
  const [cheap, dear] = await Promise.all([ask(plainer), ask(riskier)])
  const both = cheap.flatMap((answer, at) => {
    const other = dear[at]
    return isOffer(answer) && isOffer(other) ? [[answer.annual_price, other.annual_price] as const] : []
  })
  expect(both.length).toBeGreaterThan(0)
  for (const [low, high] of both) expect(high).toBeGreaterThan(low)

  await fc.assert(
    fc.asyncProperty(anyRisk, async risk => {
      const [before, after] = await Promise.all([ask({ ...risk, ...plainer }), ask({ ...risk, ...riskier })])
      before.forEach((answer, at) => {
        const other = after[at]
        if (isOffer(answer) && isOffer(other))
          expect(other.annual_price).toBeGreaterThanOrEqual(answer.annual_price)
      })
    }),
    { numRuns: scaled(40, 1000) },
  )
}

describe('prices move the right way', () => {
  test.each<[string, Partial<HomeRisk>, Partial<HomeRisk>]>([
    ['a bigger dwelling costs more', { replacement_cost: 300_000 }, { replacement_cost: 450_000 }],
    ['an older roof costs more', { roof_year: 2020 }, { roof_year: 2011 }],
    ['an older home costs more', { build_year: 2015 }, { build_year: 1980 }],
    ['a claim costs more', { claims_last_5_years: 0 }, { claims_last_5_years: 1 }],
    ['a second claim costs more again', { claims_last_5_years: 1 }, { claims_last_5_years: 2 }],
    ['a higher deductible costs less', { deductible_preference: 5000 }, { deductible_preference: 2500 }],
    ['a fire alarm costs less', { has_fire_alarm: true }, { has_fire_alarm: false }],
    ['a burglar alarm costs less', { has_burglar_alarm: true }, { has_burglar_alarm: false }],
    ['sprinklers cost less', { has_sprinklers: true }, { has_sprinklers: false }],
    ['a pool costs more', { swimming_pool: false }, { swimming_pool: true }],
    ['a trampoline costs more', { trampoline: false }, { trampoline: true }],
    ['a wood shake roof costs more', { roof_type: 'tile' }, { roof_type: 'wood_shake' }],
    ['wooden walls cost more than brick', { siding_type: 'brick' }, { siding_type: 'wood_siding' }],
    ['a gap in coverage costs more', { continuously_insured_years: 5 }, { continuously_insured_years: 1 }],
    ['a wildfire ZIP of California costs more', { state: 'CA', zip: '95814' }, { state: 'CA', zip: '95949' }],
    [
      'a county that FEMA rates higher costs more',
      { state: 'OR', zip: '97201' },
      { state: 'OR', zip: '97701' },
    ],
    [
      'storm windows cost less on the coast',
      { state: 'FL', zip: '33101', hurricane_resistant_windows: true },
      { state: 'FL', zip: '33101', hurricane_resistant_windows: false },
    ],
  ])('%s', async (_, plainer, riskier) => {
    await expectHigherPrice(plainer, riskier)
  })
})

describe('an offer', () => {
  test('the price factors multiplied in order and rounded to whole dollars are the price', async () => {
    await fc.assert(
      fc.asyncProperty(anyRisk, async risk => {
        for (const answer of (await ask(risk)).filter(isOffer)) {
          const product = answer.price_factors.reduce((all, { effect }) => all * effect, 1)
          expect(Math.round(product)).toBe(answer.annual_price)
          expect(answer.price_factors[0]).toMatchObject({ factor: 'base' })
          expect(answer.price_factors.slice(1).every(({ effect }) => effect > 0 && effect < 20)).toBe(true)
          expect(new Set(answer.price_factors.map(({ factor }) => factor)).size).toBe(
            answer.price_factors.length,
          )
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the same request gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(anyRisk, async risk => {
        expect(canonicalJson(await ask(risk))).toBe(canonicalJson(await ask(risk)))
      }),
      { numRuns: 100 },
    )
  })

  test('the quote number follows the request id and the carrier', async () => {
    const numbers = (answers: HomeAnswer[]) => answers.filter(isOffer).map(offer => offer.quote_number)
    const first = numbers(await ask({}))
    expect(first).toEqual(numbers(await ask({ claims_last_5_years: 0 })))
    expect(new Set(first).size).toBe(first.length)
    const [carrier] = demoHomeCarriers
    const other = await carrier?.quote({ ...requestFor(), request_id: 'req_other' })
    expect(isOffer(other) && first.includes(other.quote_number)).toBe(false)
  })

  test('no credit score is used', async () => {
    for (const allowed of [true, false]) {
      const offers = (await ask({ insurance_score_allowed: allowed })).filter(isOffer)
      expect(offers.every(offer => offer.insurance_score === 'not_used')).toBe(true)
      expect(offers).toEqual((await ask({})).filter(isOffer))
    }
  })

  test('the plain home costs the base, but for the form and the deductible', async () => {
    const moved = new Set(
      (await ask({})).filter(isOffer).flatMap(offer => offer.price_factors.map(({ factor }) => factor)),
    )
    expect([...moved].toSorted()).toEqual(['base', 'deductible', 'product', 'surplus_lines_tax'])
  })
})

describe('who is served', () => {
  test('a plain home outside California has three offers or more in every county', async () => {
    const few: string[] = []
    for (const place of places.filter(({ state }) => state !== 'CA')) {
      if ((await ask(place)).filter(isOffer).length < 3) few.push(place.zip)
    }
    expect(few).toEqual([])
  })

  test('a plain home in California has three offers where wildfire risk is low to elevated, and one everywhere', async () => {
    for (const place of places.filter(({ state }) => state === 'CA')) {
      const least = ['high', 'very_high'].includes(territoryFacts(place).wildfireRisk) ? 1 : 3
      const offers = (await ask(place)).filter(isOffer).length
      if (offers < least) throw new Error(`${place.zip} has ${offers} offers`)
    }
  })

  test('condos and landlords have at least two offers in every state', async () => {
    for (const state of states) {
      const zip = places.find(place => place.state === state)?.zip ?? ''
      for (const product of ['condo', 'landlord'] as const) {
        const offers = (await ask({ state, zip, product })).filter(isOffer)
        expect(offers.length, `${product} in ${state}`).toBeGreaterThanOrEqual(2)
      }
    }
  })

  test('a ZIP that is not in the table is rated like the average of its state', async () => {
    const offers = (await ask({ zip: '00000' })).filter(isOffer)
    expect(offers.length).toBeGreaterThanOrEqual(3)
    expect(offers.flatMap(offer => offer.price_factors).some(({ factor }) => factor === 'wildfire')).toBe(
      false,
    )
  })
})
