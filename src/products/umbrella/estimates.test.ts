import { expect, test } from 'vitest'
import { applyDraft } from '../line/reviewed-purchase/answering/patch.ts'
import { emptyApplication, type Household } from '../line/reviewed-purchase/application/application.ts'
import { withServiceEstimates } from '../line/reviewed-purchase/application/missing.ts'
import { exampleIntake } from './examples.ts'
import type { UmbrellaAnswers } from './fields.ts'
import { umbrellaLine } from './line.ts'

const today = '2026-03-10'
const household = (answers: UmbrellaAnswers): Household => ({ ...answers, field_estimates: [], locked: [] })
const estimated = (known: Household, more: { today?: string; isReviewed?: boolean } = {}) =>
  withServiceEstimates(umbrellaLine, known, { today, ...more })

const exampleAnswers = (): UmbrellaAnswers =>
  applyDraft(
    emptyApplication(),
    { intake: { ...exampleIntake, additional_drivers: null } },
    { line: umbrellaLine, now: new Date(today) },
  ).application.household

const family: UmbrellaAnswers = {
  birthday: '1950-03-10',
  marital_status: 'married',
  spouse_birthday: '1956-03-10',
  additional_drivers: [{ birthday: '2004-06-01' }, { birthday: '2004-03-10' }],
}

test('young and old drivers are counted once every driver’s birthday is known', () => {
  const counted = estimated(household(family))
  expect(counted).toMatchObject({ drivers_under_22: 1, drivers_over_70: 1 })
  expect(counted.field_estimates).toMatchObject([
    { field: 'drivers_over_70', source: 'service_model', confirmed_by_user: false },
    { field: 'drivers_under_22', source: 'service_model', confirmed_by_user: false },
  ])
})

test.each<[string, UmbrellaAnswers]>([
  ['nobody said who else drives', { birthday: '1950-03-10', marital_status: 'single' }],
  ['a birthday is missing', { ...family, additional_drivers: [{ full_name: 'Bo' }] }],
  [
    'the spouse’s birthday is missing',
    { birthday: '1950-03-10', marital_status: 'married', additional_drivers: [] },
  ],
])('nothing is guessed while %s', (_why, answers) => {
  expect(estimated(household(answers)).field_estimates).toEqual([])
})

test('an answer is never replaced, and an estimate whose ground is gone is taken back', () => {
  expect(estimated(household({ ...family, drivers_under_22: 4 })).drivers_under_22).toBe(4)
  const counted = estimated(household(family))
  const { additional_drivers: _, ...without } = counted
  const after = estimated(without)
  expect(after.drivers_under_22).toBeUndefined()
  expect(after.field_estimates).toEqual([])
})

test('looking again changes nothing', () => {
  const once = estimated(household({ ...family, vehicles: [{ make: 'Toyota' }] }))
  expect(once.vehicle_count).toBe(1)
  expect(estimated(once, { today: '2026-03-20' })).toEqual(once)
})

test('nobody else is assumed to drive once someone was counted who must be somebody else', () => {
  const complete = household({ ...exampleAnswers(), drivers_under_22: 0, drivers_over_70: 0 })
  const assumed = estimated(complete)
  expect(assumed.additional_drivers).toEqual([])
  const counted = { ...assumed, drivers_under_22: 1 }
  const after = estimated(counted)
  expect(after.additional_drivers).toBeUndefined()
  expect(after.field_estimates).toEqual([])
  expect(estimated(counted, { isReviewed: true })).toEqual(counted)
})
