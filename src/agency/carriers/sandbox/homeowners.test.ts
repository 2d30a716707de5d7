import { describe, expect, test } from 'vitest'
import { requestFor } from '../../../../test/support/rating/plain-home.ts'
import { states } from '../../rating/plan.ts'
import { sandboxHomeCarriers } from '../configured.ts'
import { annualPrice } from '../demo/price-factors.ts'
import type { HomeAnswer, HomeRisk } from '../homeowners/carrier.ts'
import { priceChange } from '../homeowners/price-change.ts'
import { sandboxInputs } from './homeowners-inputs.ts'

const ask = async (risk: Partial<HomeRisk>): Promise<{ answers: HomeAnswer[]; waited: number[] }> => {
  const waited: number[] = []
  const carriers = sandboxHomeCarriers(async milliseconds => waited.push(milliseconds))
  const answers = await Promise.all(carriers.map(carrier => carrier.quote(requestFor(risk))))
  return { answers, waited }
}

const codes = (answers: readonly HomeAnswer[]): string[] =>
  answers.map(answer => (answer.kind === 'offer' ? 'offer' : answer.reason_code))

const OFFERS = Array.from({ length: 5 }, () => 'offer')
const [, ...FOUR] = OFFERS

describe('the sandbox answers as documented', () => {
  test('any other size: every carrier offers, at once', async () => {
    const { answers, waited } = await ask({ home_sqft: 1800 })
    expect(codes(answers)).toEqual(OFFERS)
    expect(waited).toEqual([])
  })

  test('the last carrier is a surplus lines insurer: its offer is marked and has a tax, as part of the price', async () => {
    expect(sandboxHomeCarriers().map(({ admitted }) => admitted)).toEqual([
      ...FOUR.map(() => undefined),
      false,
    ])
    const taxes = (await ask({})).answers.map(answer => (answer.kind === 'offer' ? answer.taxes : 'declined'))
    expect(taxes).toEqual([
      ...FOUR.map(() => undefined),
      [{ label: 'Surplus lines tax (example)', amount_cents: expect.any(Number) }],
    ])
    const last = (await ask({})).answers.at(-1)
    if (last?.kind !== 'offer') throw new Error('The last carrier declined.')
    const { factor, effect } = last.price_factors.at(-1) ?? {}
    expect(factor).toBe('surplus_lines_tax')
    const premium = annualPrice(last.price_factors.slice(0, -1))
    expect(last.annual_price).toBe(Math.round(premium * Number(effect)))
    expect(
      Math.abs(Number(last.taxes?.[0]?.amount_cents) / 100 - (last.annual_price - premium)),
    ).toBeLessThan(1)
  })

  test('1111: the first carrier declines', async () => {
    expect(codes((await ask({ home_sqft: 1111 })).answers)).toEqual(['sandbox_decline', ...FOUR])
  })

  test('a mobile home: every carrier declines and says which policy it needs', async () => {
    const { answers } = await ask({ property_type: 'mobile_home' })
    expect(new Set(codes(answers))).toEqual(new Set(['property_type_not_written']))
    for (const answer of answers) expect(JSON.stringify(answer)).toContain('HO-7')
  })

  test('2222: every carrier declines', async () => {
    const { answers } = await ask({ home_sqft: 2222 })
    expect(new Set(codes(answers))).toEqual(new Set(['sandbox_decline']))
  })

  test('3301 to 3330: the last carrier is late by as many seconds', async () => {
    for (const seconds of [1, 8, 30]) {
      const { answers, waited } = await ask({ home_sqft: 3300 + seconds })
      expect(codes(answers)).toEqual(OFFERS)
      expect(waited).toEqual([seconds * 1000])
    }
    expect((await ask({ home_sqft: 3300 })).waited).toEqual([])
    expect((await ask({ home_sqft: 3331 })).waited).toEqual([])
  })

  test('4444: the first carrier asks for a correction, and offers once it came', async () => {
    const before = await ask({ home_sqft: 4444, replacement_cost: 600_000 })
    expect(codes(before.answers)).toEqual(['requote_needed', ...FOUR])
    const after = await ask({ home_sqft: 2400, replacement_cost: 330_000 })
    expect(codes(after.answers)).toEqual(OFFERS)
    const [old, now] = [before.answers[1], after.answers[1]]
    if (old?.kind !== 'offer' || now?.kind !== 'offer') throw new Error('no offers')
    expect(priceChange(old, now).because).toEqual(['Cost to rebuild the home: lowers the price by 45%'])
  })

  test('5554: the first carrier rates by credit where it may, with all that the person must be told', async () => {
    const allowed = await ask({ home_sqft: 5554, insurance_score_allowed: true })
    expect(allowed.answers[0]).toMatchObject({
      insurance_score: 'used',
      consumer_report: { agency: expect.stringContaining('Sandbox') },
      score_reasons: [expect.any(String), expect.any(String)],
    })
    const forbidden = await ask({ home_sqft: 5554, insurance_score_allowed: false })
    expect([...forbidden.answers, ...allowed.answers.slice(1)]).toEqual(
      Array.from({ length: 9 }, () => expect.objectContaining({ insurance_score: 'not_used' })),
    )
  })

  test('each row of the table has an outcome of its own and a sentence', () => {
    expect(new Set(sandboxInputs.map(({ outcome }) => outcome)).size).toBe(sandboxInputs.length)
    for (const { sentence } of sandboxInputs) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })

  test('every magic size is one that an intake accepts', () => {
    for (const { home_sqft } of sandboxInputs.slice(0, -1)) {
      for (const size of home_sqft) expect(size >= 100 && size <= 25_000).toBe(true)
    }
  })
})

test('the sandbox serves every state at the same price', async () => {
  for (const state of states) {
    const { answers } = await ask({ state, zip: '00000', roof_year: 2025 })
    expect(answers.map(answer => answer.kind === 'offer' && answer.annual_price)).toEqual([
      1200, 1320, 1440, 1560, 1747,
    ])
  }
})

test('the sandbox quotes condos and rented homes', async () => {
  for (const [product, policy_form] of [
    ['condo', 'HO-6'],
    ['landlord', 'DP-3'],
  ] as const) {
    for (const answer of (await ask({ product })).answers) expect(answer).toMatchObject({ policy_form })
  }
})

test('a sandbox carrier is marked as one in its id and name', () => {
  for (const { id, name } of sandboxHomeCarriers()) {
    expect(id).toMatch(/^sandbox-/)
    expect(name).toMatch(/ \(sandbox\)$/)
  }
})
