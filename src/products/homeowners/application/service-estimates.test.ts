import { describe, expect, test } from 'vitest'
import { plusMonths } from '../../../platform/values/calendar.ts'
import { SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import { applyPatch } from '../answering/patch.ts'
import { type Application, emptyApplication, emptyHome, type Home } from './application.ts'
import { exampleIntake } from './examples.ts'
import { requiredOfHome } from './required.ts'
import { withServiceEstimates } from './service-estimates.ts'

const context = { now: new Date('2025-12-31T12:00:00Z'), submitted: false }
const patch = (intake: Record<string, unknown>, application: Application = emptyApplication()): Application =>
  withServiceEstimates(applyPatch(application, intake, context).application, context.now)
const homeIn = ({ homes }: Application): Home => homes[0] as Home
const guessed = (home: Home): string[] =>
  home.field_estimates.filter(({ source }) => source === SERVICE_SOURCE).map(({ field }) => field)

test('a home that is not a new purchase gets a policy expiry two months ahead, as an estimate', () => {
  const home = homeIn(patch(exampleIntake))
  expect(home.policy_expire).toBe('2026-02-28')
  expect(home.field_estimates.find(({ field }) => field === 'policy_expire')).toEqual({
    field: 'policy_expire',
    source: SERVICE_SOURCE,
    confidence: 'low',
    confirmed_by_user: false,
    estimated_at: '2025-12-31',
    reason: expect.any(String),
    rule: 'expires_in_two_months',
  })
})

test('estimates count the day where each home is', () => {
  const homes = ['HI', 'NY'].map(state => ({ ...emptyHome(), state, new_purchase: false }))
  const evening = new Date('2027-01-01T06:00:00Z')
  const estimated = withServiceEstimates({ ...emptyApplication(), homes }, evening).homes
  expect(estimated.map(({ policy_expire }) => policy_expire)).toEqual(['2027-02-28', '2027-03-01'])
  expect(estimated.map(({ field_estimates: [entry] }) => entry?.estimated_at)).toEqual([
    '2026-12-31',
    '2027-01-01',
  ])
})

describe('an estimate', () => {
  test('gives way to an answer', () => {
    const home = homeIn(patch({ policy_expire: '2026-07-01' }, patch(exampleIntake)))
    expect(home.policy_expire).toBe('2026-07-01')
    expect(guessed(home)).not.toContain('policy_expire')
  })

  test('is taken back when its ground is gone', () => {
    const flat = patch({ home: [{ roof_type: 'flat', new_purchase: false }] })
    expect(guessed(homeIn(flat))).toEqual(['policy_expire', 'roof_shape'])
    const changed = homeIn(patch({ home: [{ roof_type: 'tile', new_purchase: true }] }, flat))
    expect(guessed(changed)).toEqual([])
    expect(changed).not.toHaveProperty('roof_shape')
    expect(changed).not.toHaveProperty('policy_expire')
  })

  test('never touches what somebody said', () => {
    const home = homeIn(patch({ home: [{ roof_type: 'flat', roof_shape: 'shed' }] }))
    expect(home.roof_shape).toBe('shed')
    expect(guessed(home)).toEqual([])
  })

  test('of claims counts the losses of the last five years, and those without a date', () => {
    const losses = [{ date: '2010-02-01' }, { date: '2020-12-31' }, { date: '2021-01-01' }, { cause: 'fire' }]
    expect(homeIn(patch({ home: [{ losses }] })).claims_last_5_years).toBe(2)
  })

  test('is never made for what must be asked', () => {
    const all = patch({
      home: [
        {
          state: 'CA',
          zip: '94110',
          build_date: 2015,
          roof_type: 'flat',
          new_purchase: false,
          property_type: 'single_family',
          home_sqft: 9000,
        },
      ],
    })
    const required: readonly string[] = requiredOfHome.standard
    expect(guessed(homeIn(all))).toEqual([
      'construction_quality',
      'has_sprinklers',
      'policy_expire',
      'roof_shape',
    ])
    expect(guessed(homeIn(all)).filter(field => required.includes(field))).toEqual([])
  })
})

test('two months ahead is the last day of a month that is too short', () => {
  expect(plusMonths('2025-12-31', 2)).toBe('2026-02-28')
  expect(plusMonths('2025-11-15', 2)).toBe('2026-01-15')
  expect(plusMonths('2024-02-29', -12)).toBe('2023-02-28')
})
