import { describe, expect, test } from 'vitest'
import { householdRequest } from '../../../../../test/support/rating/plain-household.ts'
import { umbrellaSandboxInputs } from '../../sandbox/umbrella-inputs.ts'
import type { UmbrellaRisk } from '../../umbrella/carrier.ts'
import { demoUmbrellaCarriers, umbrellaAppetiteRules } from './carriers.ts'
import { demoUmbrellaPlans } from './plans.ts'

const ask = (id: string, risk: Partial<UmbrellaRisk>) =>
  demoUmbrellaCarriers.find(carrier => carrier.id === id)?.quote(householdRequest(risk))

const cases: readonly (readonly [id: string, reason_code: string, risk: Partial<UmbrellaRisk>])[] = [
  ['marrowby', 'state_not_served', { state: 'HI', zip: '96813' }],
  ['brindlemoor', 'limit_too_high', { coverage_limit: 10_000_000 }],
  ['marrowby', 'limit_too_high', { state: 'CA', zip: '95814', coverage_limit: 5_000_001 }],
  ['brindlemoor', 'too_many_vehicles', { vehicle_count: 8, motorcycles: 2, antique_vehicles: 1 }],
  ['marrowby', 'too_many_properties', { property_count: 6 }],
  ['brindlemoor', 'too_many_boats', { large_watercraft: 4 }],
  ['marrowby', 'too_many_boats', { large_watercraft: 2 }],
  ['gildenfold', 'too_many_jet_skis', { jet_skis: 4 }],
  ['brindlemoor', 'too_many_drivers', { driver_count: 9 }],
  ['gildenfold', 'too_many_young_drivers', { drivers_under_22: 4 }],
  ['gildenfold', 'too_many_incidents', { moving_violations: 1, at_fault_accidents: 1 }],
  ['brindlemoor', 'too_many_incidents', { moving_violations: 3 }],
  ['marrowby', 'liability_loss', { liability_loss_in_last_5_years: true }],
  ['brindlemoor', 'property_abroad', { property_count: 2, non_us_property_count: 1 }],
]

describe('a decline', () => {
  test.each(cases)('%s says %s', async (id, reason_code, risk) => {
    expect(await ask(id, {})).toMatchObject({ kind: 'offer' })
    const answer = await ask(id, risk)
    expect(answer).toMatchObject({ kind: 'decline', reason_code })
    const { name } = demoUmbrellaPlans.find(plan => plan.id === id) ?? { name: '?' }
    const reason = answer?.kind === 'decline' ? answer.reason : ''
    expect(reason).toMatch(new RegExp(`^${name} [a-z].*\\.$`))
    expect(reason).not.toMatch(/undefined|NaN|Infinity|_/)
  })

  test('speaks of the household in its own numbers', async () => {
    expect(await ask('marrowby', { large_watercraft: 2 })).toMatchObject({
      reason: 'Marrowby Mutual insures households with at most 1 large boat. This household has 2.',
    })
    expect(await ask('marrowby', { state: 'FL', zip: '33101', coverage_limit: 7_000_000 })).toMatchObject({
      reason: 'Marrowby Mutual offers up to $5,000,000 of coverage in Florida.',
    })
    expect(await ask('brindlemoor', { moving_violations: 2, at_fault_accidents: 2 })).toMatchObject({
      reason:
        'Brindlemoor Indemnity accepts at most 2 at-fault accidents and moving violations in total. This household has 4.',
    })
  })

  test('every rule has a code of its own and is shown above', () => {
    const codes = umbrellaAppetiteRules.map(rule => rule.reason_code)
    expect(new Set(codes).size).toBe(codes.length)
    const shown = new Set(cases.map(([, code]) => code))
    expect(codes.filter(code => !shown.has(code))).toEqual([])
  })

  test('a record, a loss, a home abroad or low limits leave a household with an offer', async () => {
    for (const risk of [
      { moving_violations: 4 },
      { liability_loss_in_last_5_years: true },
      { non_us_property_count: 1 },
      { drivers_under_22: 4, driver_count: 6 },
      { auto_limits: { per_person: 25_000, per_accident: 50_000, property_damage: 25_000 } },
    ])
      expect(await ask('stonewhistle', risk)).toMatchObject({ kind: 'offer' })
  })

  test('a sandbox input is no household that a live carrier takes on', async () => {
    for (const { jet_skis } of umbrellaSandboxInputs.filter(input => input.jet_skis !== undefined)) {
      for (const { id } of demoUmbrellaPlans)
        expect(await ask(id, { jet_skis: jet_skis ?? 0 })).toMatchObject({ reason_code: 'too_many_jet_skis' })
    }
  })
})
