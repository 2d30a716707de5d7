import { describe, expect, test } from 'vitest'
import { Failure } from '../../../platform/errors.ts'
import type { Json } from '../../line/fields/merge.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import { withServiceEstimates } from '../application/service-estimates.ts'
import { applyPatch } from './patch.ts'

const now = new Date('2025-10-02T12:00:00Z')
const context = { now, submitted: true, current_status: 'quoted' }
const [row] = exampleIntake.home

const twoHomes = (): Application => {
  const home = [row, { ...row, street: '2 Other Road' }]
  const { application } = applyPatch(
    emptyApplication(),
    { ...exampleIntake, home },
    { now, submitted: false },
  )
  const [insured, other] = application.homes
  if (!insured || !other) throw new Error('no homes')
  return { ...application, homes: [{ ...insured, policy_id: 'pol_1' }, other] }
}

const conflictsOf = (intake: Json): string[] => {
  try {
    applyPatch(twoHomes(), intake, context)
  } catch (error) {
    if (error instanceof Failure && error.status === 409)
      return (error.details.fields ?? []).map(({ path }) => path)
    throw error
  }
  return []
}

describe('a home that is insured', () => {
  test('stays as it is: another value, an estimate or its removal is a conflict that names it', () => {
    expect(conflictsOf({ home: [{ home_sqft: 999 }] })).toEqual(['intake.home[0]'])
    expect(conflictsOf({ home: [{ roof_shape: null, swimming_pool: true }] })).toEqual(['intake.home[0]'])
    expect(
      conflictsOf({
        home: [{ field_estimates: [{ field: 'home_sqft', source: 'crm', confidence: 'low' }] }],
      }),
    ).toEqual(['intake.home[0]'])
    expect(conflictsOf({ home: [null] })).toEqual(['intake.home[0]'])
  })

  test('may be repeated, and does not hold up the others', () => {
    const before = twoHomes()
    const { home_sqft } = before.homes[0] ?? {}
    const { application, changed } = applyPatch(before, { home: [{ home_sqft }, { stories: 3 }] }, context)
    expect(changed).toEqual(['home[1].stories'])
    expect(application.homes[0]).toEqual(before.homes[0])
  })

  test('inherits nothing and is estimated no more', () => {
    const before = twoHomes()
    const { application } = applyPatch(before, { policy_expire: '2026-06-01' }, context)
    expect(application.homes.map(({ policy_expire }) => policy_expire)).toEqual([
      before.homes[0]?.policy_expire,
      '2026-06-01',
    ])
    expect(withServiceEstimates(application, now).homes[0]).toEqual(before.homes[0])
  })
})
