import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoUmbrellaCarriers } from '../../../src/agency/carriers/demo/umbrella/carriers.ts'
import type {
  UmbrellaAnswer,
  UmbrellaOffer,
  UmbrellaRisk,
} from '../../../src/agency/carriers/umbrella/carrier.ts'
import { parseUmbrellaAnswer } from '../../../src/agency/carriers/umbrella/parse-answer.ts'
import { states } from '../../../src/agency/rating/plan.ts'
import { canonicalJson } from '../../../src/platform/lib/canonical-json.ts'
import { anyHousehold, auto } from '../../support/carriers/any-household.ts'
import { householdRequest } from '../../support/rating/plain-household.ts'
import { scaled } from '../../support/runs/scale.ts'

const HOUSEHOLDS = scaled(500, 20_000)

const ask = (risk: Partial<UmbrellaRisk>): Promise<UmbrellaAnswer[]> =>
  Promise.all(demoUmbrellaCarriers.map(carrier => carrier.quote(householdRequest(risk))))

const isOffer = (answer: UmbrellaAnswer | undefined): answer is UmbrellaOffer => answer?.kind === 'offer'
const offersFor = async (risk: Partial<UmbrellaRisk>) => (await ask(risk)).filter(isOffer)

describe('an offer', () => {
  test(`${HOUSEHOLDS} households get answers that the reader of a carrier’s endpoint believes`, async () => {
    let offers = 0
    await fc.assert(
      fc.asyncProperty(anyHousehold, async risk => {
        const request = householdRequest(risk)
        for (const answer of await ask(risk)) {
          const text = JSON.stringify({ request_id: request.request_id, ...answer })
          expect(parseUmbrellaAnswer(text, request)).toEqual({ outcome: answer.kind, answer })
          if (isOffer(answer)) offers += 1
        }
      }),
      { numRuns: HOUSEHOLDS },
    )
    expect(offers).toBeGreaterThan(HOUSEHOLDS / 2)
  })

  test('the price factors multiplied in order and rounded to whole dollars are the price', async () => {
    await fc.assert(
      fc.asyncProperty(anyHousehold, async risk => {
        for (const { price_factors, annual_price } of await offersFor(risk)) {
          expect(Math.round(price_factors.reduce((all, { effect }) => all * effect, 1))).toBe(annual_price)
          expect(price_factors[0]).toMatchObject({ factor: 'base' })
          expect(new Set(price_factors.map(({ factor }) => factor)).size).toBe(price_factors.length)
          expect(price_factors.some(({ factor }) => factor.startsWith('credit'))).toBe(false)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('the same request gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(anyHousehold, async risk => {
        expect(canonicalJson(await ask(risk))).toBe(canonicalJson(await ask(risk)))
      }),
      { numRuns: 100 },
    )
  })

  test('is for the limit asked for, in whole millions', async () => {
    for (const [requested, sold] of [
      [1_000_000, 1_000_000],
      [1_500_000, 2_000_000],
      [300_000, 1_000_000],
    ] as const) {
      const offers = await offersFor({ coverage_limit: requested })
      expect(offers).toHaveLength(4)
      for (const { coverage_limit, display_notes } of offers) {
        expect(coverage_limit).toBe(sold)
        expect(display_notes.some(note => note.includes('sold in whole millions'))).toBe(requested !== sold)
      }
    }
  })

  test('every ZIP area, metro county and state is rated: the dear ones cost more', async () => {
    const price = async (state: string, zip: string) =>
      (await offersFor({ state, zip }))[0]?.annual_price ?? 0
    expect(await price('SC', '29401')).toBeGreaterThan(await price('SC', '29201'))
    expect(await price('NY', '10001')).toBeGreaterThan(await price('NY', '14850'))
    expect(await price('CA', '95814')).toBeGreaterThan(await price('IA', '50309'))
    expect(await price('OR', '10001')).toBe(await price('OR', '97201'))
  })
})

describe('how far a price may move', () => {
  const ranges = async (risk: Partial<UmbrellaRisk>) =>
    Object.fromEntries(
      (await ask(risk)).flatMap((answer, at) =>
        isOffer(answer) ? [[demoUmbrellaCarriers[at]?.id ?? '', answer]] : [],
      ),
    ) as Record<string, UmbrellaOffer>

  test('what is known is final: one price, no estimate', async () => {
    const { gildenfold, stonewhistle } = await ranges({})
    for (const offer of [gildenfold, stonewhistle]) {
      const price = offer?.annual_price ?? 0
      expect(offer).toMatchObject({ is_estimate: false, price_range: { low: price, high: price } })
      expect(offer?.display_notes.some(note => note.includes('estimate'))).toBe(false)
    }
  })

  test('unknown auto limits: the price is the dearest, and high limits would lower it to the bottom of the range', async () => {
    for (const [id, offer] of Object.entries(
      await ranges({ state: 'CA', zip: '95814', auto_limits: null }),
    )) {
      const known = (await ranges({ state: 'CA', zip: '95814', auto_limits: auto(500, 500, 100) }))[id]
      expect(offer.is_estimate).toBe(true)
      expect(offer.price_range).toEqual({ low: known?.annual_price, high: offer.annual_price })
      expect(offer.display_notes.at(-1)).toMatch(
        /^This price is an estimate\. The final price is \$[\d,]+ to \$[\d,]+ a year, depending on your auto policy limits\.$/,
      )
    }
  })

  test('no car, no auto limits to wait for', async () => {
    const { gildenfold } = await ranges({ vehicle_count: 0, auto_limits: null })
    expect(gildenfold).toMatchObject({ is_estimate: false, display_notes: [] })
  })

  test('a credit-based tier is open where it may be used, and nowhere else', async () => {
    const { marrowby } = await ranges({})
    expect(marrowby).toMatchObject({
      is_estimate: true,
      annual_price: 225,
      price_range: { low: 203, high: 293 },
    })
    expect(marrowby?.display_notes).toEqual([
      'This price is an estimate. The final price is $203 to $293 a year, depending on a soft credit check, if you agree to one.',
    ])
    for (const [state, zip] of [
      ['CA', '95814'],
      ['MA', '02108'],
      ['MD', '21201'],
    ] as const) {
      for (const offer of Object.values(await ranges({ state, zip }))) expect(offer.is_estimate).toBe(false)
    }
  })

  test('the range always holds the price', async () => {
    await fc.assert(
      fc.asyncProperty(anyHousehold, async risk => {
        for (const { price_range, annual_price, is_estimate } of await offersFor(risk)) {
          expect(price_range.low <= annual_price && annual_price <= price_range.high).toBe(true)
          expect(is_estimate).toBe(price_range.low < price_range.high)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('notes say in words what must be raised, and nothing where all is well', async () => {
  const notes = async (risk: Partial<UmbrellaRisk>) => {
    const [, gildenfold] = await ask(risk)
    return isOffer(gildenfold) ? gildenfold.display_notes : []
  }
  expect(await notes({})).toEqual([])
  expect(await notes({ auto_limits: auto(300, 300, 100) })).toEqual([])
  expect(await notes({ auto_limits: auto(100, 300, 50), home_liability_limit: 300_000 })).toEqual([
    'Raise your auto policy from 100/300/50 to 250/500/100 before the start date.',
    'Raise your home policy from $300,000 to $500,000 of personal liability coverage before the start date.',
  ])
  expect((await notes({ auto_limits: null, home_liability_limit: null })).slice(0, 2)).toEqual([
    'Your auto policy must have at least 250/500/100 by the start date.',
    'Your home policy must have at least $500,000 of personal liability coverage by the start date.',
  ])
  expect(await notes({ vehicle_count: 6, drivers_under_22: 1, large_watercraft: 1 })).toEqual([
    'Each boat and jet ski needs a policy with at least $300,000 of liability.',
    'The household is rated Standard because it has 6 vehicles and 1 driver under 22.',
  ])
})

test('a plain household has three offers or more in every state, for one million and for five', async () => {
  for (const state of states) {
    const least = ['AK', 'HI'].includes(state) ? 2 : 3
    for (const coverage_limit of [1_000_000, 5_000_000])
      expect((await offersFor({ state, zip: '00000', coverage_limit })).length, state).toBeGreaterThanOrEqual(
        least,
      )
  }
})

test('each carrier has its households: the plain, the large, the one in a dear place, the one with a record', async () => {
  const cheapest = async (risk: Partial<UmbrellaRisk>) => {
    const prices = (await ask(risk)).map(answer => (isOffer(answer) ? answer.annual_price : Infinity))
    return demoUmbrellaCarriers[prices.indexOf(Math.min(...prices))]?.id
  }
  expect(await cheapest({})).toBe('marrowby')
  const large = { vehicle_count: 5, property_count: 4, large_watercraft: 1, coverage_limit: 5_000_000 }
  expect(await cheapest(large)).toBe('gildenfold')
  expect(await cheapest({ vehicle_count: 3, state: 'NY', zip: '10001' })).toBe('brindlemoor')
  expect(await cheapest({ moving_violations: 3 })).toBe('stonewhistle')
})

test('a carrier takes every document that is delivered to it', async () => {
  for (const carrier of demoUmbrellaCarriers)
    expect(
      await carrier.takeDocument({
        request_id: 'doc_1',
        quote_number: 'Q-1',
        type: 'declarations',
        filename: 'home.pdf',
        media_type: 'application/pdf',
        size_bytes: 3,
        sha256: 'ab',
        content: 'YWJj',
      }),
    ).toEqual({ kind: 'received' })
})
