import { describe, expect, test } from 'vitest'
import { requestFor } from '../../../../../test/support/rating/plain-home.ts'
import type { Decline } from '../../contract/answers.ts'
import type { HomeAnswer, HomeRisk } from '../../homeowners/carrier.ts'
import { appetiteRules } from './appetite.ts'
import { demoHomeCarrier, demoHomeCarriers } from './carriers.ts'
import { demoHomePlans } from './plans.ts'

const ask = (id: string, risk: Partial<HomeRisk>): Promise<HomeAnswer> | undefined =>
  demoHomeCarriers.find(carrier => carrier.id === id)?.quote(requestFor(risk))

const isDecline = (answer: HomeAnswer | undefined): answer is Decline => answer?.kind === 'decline'

const cases: readonly (readonly [id: string, reason_code: string, risk: Partial<HomeRisk>])[] = [
  ['quillstone', 'state_not_served', { state: 'FL', zip: '33101' }],
  ['quillstone', 'product_not_written', { product: 'landlord' }],
  ['larkmoor', 'ownership_not_written', { home_ownership: 'under_construction' }],
  ['fernhollow', 'property_type_not_written', { property_type: 'mobile_home' }],
  ['larkmoor', 'short_term_rental', { product: 'landlord', rental_status: 'short_term' }],
  ['fernhollow', 'built_too_early', { build_year: 1950 }],
  ['fernhollow', 'roof_material', { roof_type: 'wood_shake' }],
  ['quillstone', 'roof_too_old', { roof_year: 2004 }],
  ['quillstone', 'heating', { heating_type: 'wood_stove' }],
  ['quillstone', 'heating', { heating_type: 'none' }],
  ['larkmoor', 'wildfire_risk', { state: 'CA', zip: '90210' }],
  ['fernhollow', 'too_many_claims', { claims_last_5_years: 2 }],
  ['fernhollow', 'coverage_gap', { continuously_insured_years: 0 }],
  ['quillstone', 'dog_bite_history', { dog_bite_history: true }],
  ['fernhollow', 'trampoline', { trampoline: true }],
  ['fernhollow', 'dwelling_too_small', { replacement_cost: 150_000 }],
  ['larkmoor', 'dwelling_too_large', { replacement_cost: 1_200_000 }],
]

describe('a decline', () => {
  test.each(cases)('%s says %s', async (id, reason_code, risk) => {
    expect(await ask(id, {})).toMatchObject({ kind: 'offer' })
    const answer = await ask(id, risk)
    expect(answer).toMatchObject({ kind: 'decline', reason_code })
    const { name } = demoHomePlans.find(plan => plan.id === id) ?? { name: '?' }
    expect(isDecline(answer) && answer.reason).toMatch(new RegExp(`^${name} [a-z].*\\.$`))
    expect(isDecline(answer) && answer.reason).not.toMatch(/undefined|NaN|Infinity|_/)
  })

  test('a limit on new houses works like the others', async () => {
    const [plan] = demoHomePlans
    if (!plan) throw new Error('no plan')
    const oldHouses = demoHomeCarrier({ ...plan, appetite: { builtTo: 1980 } })
    expect(await oldHouses.quote(requestFor({ build_year: 1980 }))).toMatchObject({ kind: 'offer' })
    expect(await oldHouses.quote(requestFor())).toMatchObject({
      reason_code: 'built_too_late',
      reason: 'Quillstone Mutual insures homes built in 1980 or earlier. This home was built in 1992.',
    })
  })

  test('every rule has a code of its own and is shown above', () => {
    const codes = appetiteRules.map(rule => rule.reason_code)
    expect(new Set(codes).size).toBe(codes.length)
    const shown = new Set(cases.map(([, code]) => code))
    expect(codes.filter(code => !shown.has(code))).toEqual(['built_too_late'])
  })

  test('no carrier offers a homeowners form for a mobile home', async () => {
    for (const { id } of demoHomePlans)
      expect(await ask(id, { state: 'TX', zip: '75201', property_type: 'mobile_home' })).toMatchObject({
        reason_code: 'property_type_not_written',
      })
  })

  test('no limit on claims, bites, trampolines or age leaves a home without any offer', async () => {
    for (const risk of [
      { claims_last_5_years: 5 },
      { dog_bite_history: true, trampoline: true },
      { build_year: 1850, roof_year: 1985 },
      { home_ownership: 'informal_basis' },
      { product: 'landlord' as const, rental_status: 'short_term' },
    ]) {
      expect(await ask('saltbrace', risk)).toMatchObject({ kind: 'offer' })
    }
  })
})

// Florida Statutes 627.7011(5): no refusal only because of the age of a roof younger than 15 years.
test('no carrier refuses a roof of less than 15 years for its age', () => {
  for (const { appetite } of demoHomePlans) {
    for (const years of Object.values(appetite.maxRoofAges ?? {})) expect(years).toBeGreaterThanOrEqual(15)
  }
})

test('a condo is not judged by a roof that is not its own', async () => {
  const condo = { product: 'condo', property_type: 'condo' } as const
  const answers = [
    await ask('fernhollow', { ...condo, roof_year: 2015 }),
    await ask('fernhollow', { ...condo, roof_year: 1960, roof_type: 'wood_shake' }),
  ]
  expect(answers[0]).toMatchObject({ kind: 'offer', policy_form: 'HO-6' })
  expect(answers[1]).toEqual(answers[0])
})

test('names and ids are unique', () => {
  expect(new Set(demoHomePlans.flatMap(({ id, name }) => [id, name])).size).toBe(2 * demoHomePlans.length)
})

test('no demo carrier offers a homeowners or landlord form for a mobile home', async () => {
  for (const product of ['standard', 'landlord'] as const)
    for (const carrier of demoHomeCarriers) {
      const [state = ''] = carrier.states
      expect((await carrier.quote(requestFor({ property_type: 'mobile_home', product, state }))).kind).toBe(
        'decline',
      )
    }
})
