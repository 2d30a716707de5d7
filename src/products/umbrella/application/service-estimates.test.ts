import { expect, test } from 'vitest'
import { applyDraft } from '../answering/patch.ts'
import { type Answers, emptyApplication, type Household } from './application.ts'
import { exampleIntake } from './examples.ts'
import { withServiceEstimates } from './service-estimates.ts'

const today = '2026-03-10'
const household = (answers: Answers): Household => ({ ...answers, field_estimates: [], locked: [] })

const exampleAnswers = (): Answers =>
  applyDraft(
    emptyApplication(),
    { intake: { ...exampleIntake, additional_drivers: null } },
    { now: new Date(today) },
  ).application.household

const family: Answers = {
  birthday: '1950-03-10',
  marital_status: 'married',
  spouse_birthday: '1956-03-10',
  additional_drivers: [{ birthday: '2004-06-01' }, { birthday: '2004-03-10' }],
}

test('young and old drivers are counted once every driver’s birthday is known', () => {
  const estimated = withServiceEstimates(household(family), today)
  expect(estimated).toMatchObject({ drivers_under_22: 1, drivers_over_70: 1 })
  expect(estimated.field_estimates).toMatchObject([
    { field: 'drivers_over_70', source: 'service_model', confirmed_by_user: false },
    { field: 'drivers_under_22', source: 'service_model', confirmed_by_user: false },
  ])
})

test.each<[string, Answers]>([
  ['nobody said who else drives', { birthday: '1950-03-10', marital_status: 'single' }],
  ['a birthday is missing', { ...family, additional_drivers: [{ full_name: 'Bo' }] }],
  [
    'the spouse’s birthday is missing',
    { birthday: '1950-03-10', marital_status: 'married', additional_drivers: [] },
  ],
])('nothing is guessed while %s', (_why, answers) => {
  expect(withServiceEstimates(household(answers), today).field_estimates).toEqual([])
})

test('an answer is never replaced, and an estimate whose ground is gone is taken back', () => {
  expect(withServiceEstimates(household({ ...family, drivers_under_22: 4 }), today).drivers_under_22).toBe(4)
  const estimated = withServiceEstimates(household(family), today)
  const { additional_drivers: _, ...without } = estimated
  const after = withServiceEstimates(without, today)
  expect(after.drivers_under_22).toBeUndefined()
  expect(after.field_estimates).toEqual([])
})

test('looking again changes nothing', () => {
  const once = withServiceEstimates(household({ ...family, vehicles: [{ make: 'Toyota' }] }), today)
  expect(once.vehicle_count).toBe(1)
  expect(withServiceEstimates(once, '2026-03-20')).toEqual(once)
})

test('nobody else is assumed to drive once someone was counted who must be somebody else', () => {
  const complete = household({ ...exampleAnswers(), drivers_under_22: 0, drivers_over_70: 0 })
  const assumed = withServiceEstimates(complete, today)
  expect(assumed.additional_drivers).toEqual([])
  const counted = { ...assumed, drivers_under_22: 1 }
  const after = withServiceEstimates(counted, today)
  expect(after.additional_drivers).toBeUndefined()
  expect(after.field_estimates).toEqual([])
  expect(withServiceEstimates(counted, today, { isReviewed: true })).toEqual(counted)
})
