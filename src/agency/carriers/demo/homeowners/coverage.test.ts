import { expect, test } from 'vitest'
import { requestFor } from '../../../../../test/support/rating/plain-home.ts'
import type { HomeOffer, HomeRisk } from '../../homeowners/carrier.ts'
import { deductibleFor, demoHomeCarriers } from './carriers.ts'
import { demoHomePlans } from './plans.ts'

const offer = async (id: string, risk: Partial<HomeRisk> = {}): Promise<HomeOffer> => {
  const answer = await demoHomeCarriers.find(carrier => carrier.id === id)?.quote(requestFor(risk))
  if (answer?.kind !== 'offer') throw new Error(`${id} declines: ${answer?.reason}`)
  return answer
}

test('an HO-3 covers the house, and belongings, structures and loss of use as shares of it', async () => {
  expect(await offer('quillstone', { replacement_cost: 412_300 })).toMatchObject({
    policy_form: 'HO-3',
    dwelling_coverage: 413_000,
    other_structures: 42_000,
    personal_property: 207_000,
    loss_of_use: 83_000,
    personal_liability: 300_000,
    medical_payments: 5_000,
    deductible: 1_000,
  })
})

test('an HO-5 covers more of everything', async () => {
  const [ho3, ho5] = [await offer('quillstone'), await offer('fernhollow')]
  expect(ho5.policy_form).toBe('HO-5')
  for (const limit of ['personal_property', 'loss_of_use', 'personal_liability'] as const) {
    expect(ho5[limit]).toBeGreaterThan(ho3[limit])
  }
})

test('an HO-6 covers a condo from the walls in, for less than half the price', async () => {
  const house = await offer('quillstone')
  const condo = await offer('quillstone', { product: 'condo', property_type: 'condo' })
  expect(condo).toMatchObject({
    policy_form: 'HO-6',
    dwelling_coverage: 75_000,
    other_structures: 0,
    personal_property: 75_000,
  })
  expect(condo.annual_price / house.annual_price).toBeGreaterThan(0.35)
  expect(condo.annual_price / house.annual_price).toBeLessThan(0.45)
})

test('a DP-3 covers a rented house, its furnishings and the rent', async () => {
  const rented = await offer('larkmoor', { product: 'landlord', rental_status: 'long_term' })
  expect(rented).toMatchObject({ policy_form: 'DP-3', personal_property: 15_000, loss_of_use: 30_000 })
  expect(rented.coverage_summary).toBe(
    "DP-3: $300,000 dwelling, $15,000 landlord's furnishings, $30,000 lost rent, $300,000 liability, $1,000 deductible",
  )
})

test("Florida's hurricane deductible is a percentage of the statutory menu", async () => {
  const florida = { state: 'FL', zip: '33101' }
  expect(await offer('tidewick', florida)).toMatchObject({
    wind_hail_deductible: 6_000,
    coverage_summary:
      'HO-3: $300,000 dwelling, $150,000 personal property, $60,000 loss of use, $300,000 liability, $1,000 deductible ($6,000 for hurricanes)',
  })
  for (const { id } of demoHomePlans.filter(plan => plan.states.includes('FL'))) {
    const { wind_hail_deductible = 0, dwelling_coverage } = await offer(id, florida)
    expect([2, 5, 10]).toContain((100 * wind_hail_deductible) / dwelling_coverage)
  }
})

test("Florida's hurricane deductible never leaves the menu, whatever the other deductible and however small the home", async () => {
  const florida = { state: 'FL', zip: '33101' }
  const condo = { ...florida, product: 'condo', property_type: 'condo', replacement_cost: 100_000 } as const
  expect(await offer('tidewick', { ...florida, deductible_preference: 10_000 })).toMatchObject({
    deductible: 10_000,
    wind_hail_deductible: 15_000,
  })
  expect(await offer('tidewick', { ...condo, deductible_preference: 10_000 })).toMatchObject({
    dwelling_coverage: 25_000,
    wind_hail_deductible: 2_500,
  })
  expect(await offer('tidewick', { ...condo, deductible_preference: 500 })).toMatchObject({
    wind_hail_deductible: 500,
  })
})

test('New York and Pennsylvania have a percentage deductible near the coast and none inland', async () => {
  for (const [state, coast, inland] of [
    ['NY', '11201', '14202'],
    ['PA', '19103', '15222'],
  ] as const) {
    expect(await offer('tidewick', { state, zip: coast })).toMatchObject({ wind_hail_deductible: 6_000 })
    expect(await offer('tidewick', { state, zip: inland })).not.toHaveProperty('wind_hail_deductible')
  }
})

test('wind and hail have their own deductible where storms are common, never below the ordinary one', async () => {
  expect((await offer('tidewick', { state: 'OK', zip: '73102' })).coverage_summary).toContain(
    '$1,000 deductible ($6,000 for wind and hail)',
  )
  expect(await offer('quillstone', { state: 'OK', zip: '73102' })).toMatchObject({
    wind_hail_deductible: 3_000,
  })
  const low = { state: 'OK', zip: '73102', replacement_cost: 100_000, deductible_preference: 5_000 }
  expect(await offer('quillstone', low)).toMatchObject({ deductible: 5_000, wind_hail_deductible: 5_000 })
  expect(await offer('quillstone')).not.toHaveProperty('wind_hail_deductible')
})

test('the deductible is the next one on offer, not below the wish, else the largest', async () => {
  expect(deductibleFor([1000, 2500], 500)).toBe(1000)
  expect(deductibleFor([1000, 2500], 1001)).toBe(2500)
  expect(deductibleFor([1000, 2500], 9999)).toBe(2500)
  expect((await offer('saltbrace')).deductible).toBe(2500)
})

test('deductibles on offer rise and their prices fall', () => {
  for (const { rates } of demoHomePlans) {
    const effects = Object.values(rates.deductibles)
    expect(effects).toEqual(effects.toSorted((a, b) => b - a))
  }
})
