import { expect, test } from 'vitest'
import { completeHousehold } from '../../../test/support/people/umbrella-applications.ts'
import { carriersFor } from '../../agency/carriers/configured.ts'
import type { UmbrellaRisk } from '../../agency/carriers/umbrella/carrier.ts'
import type { App } from '../../platform/app.ts'
import { readConfig } from '../../platform/config.ts'
import { applyDraft } from '../line/reviewed-purchase/answering/patch.ts'
import { emptyApplication, type Household } from '../line/reviewed-purchase/application/application.ts'
import { openForReview, openToBind } from '../line/reviewed-purchase/application/missing.ts'
import { nextQuestion } from '../line/reviewed-purchase/application/next-question.ts'
import type { ReviewedIntake } from '../line/reviewed-purchase/intake/intake.ts'
import { suggestedValues } from '../line/reviewed-purchase/operator/session-view.ts'
import { questionsOf } from '../line/reviewed-purchase/quoting/questions.ts'
import type { UmbrellaAnswers } from './fields.ts'
import { umbrellaLine } from './line.ts'

const settings = { config: readConfig({}) } as App

const now = new Date('2026-03-10T18:00:00Z')
const today = '2026-03-10'
const household = (intake: object): Household =>
  applyDraft(emptyApplication(), { intake: { ...intake } }, { line: umbrellaLine, now }).application.household

const missing = (answers: Household): string[] =>
  openForReview(umbrellaLine, answers, today).flatMap(open => open.missing.map(({ field }) => field))

test('a complete household has nothing missing, and every required answer is asked for when it is not there', () => {
  const complete = completeHousehold()
  expect(missing(household(complete))).toEqual([])
  const optional = ['current_auto_coverages']
  for (const name of Object.keys(complete).filter(key => !optional.includes(key)))
    expect(missing(household({ ...complete, [name]: null }))).toEqual(
      name === 'address' ? ['address.street', 'address.city', 'address.state', 'address.zip'] : [name],
    )
})

test('the spouse is asked about when there is one, the size of a loss when there was one', () => {
  expect(missing(household(completeHousehold({ marital_status: 'married' })))).toEqual([
    'spouse_full_name',
    'spouse_birthday',
  ])
  expect(missing(household(completeHousehold({ liability_loss_in_last_5_years: true })))).toEqual([
    'liability_loss_over_50k',
  ])
})

test('an estimate answers a question for now', () => {
  const { jet_skis: _, ...intake } = completeHousehold()
  const { application } = applyDraft(
    emptyApplication(),
    {
      intake,
      field_estimates: [{ field: 'jet_skis', value: 0, source: 'crm', confidence: 'low' }],
    },
    { line: umbrellaLine, now },
  )
  expect(missing(application.household)).toEqual([])
})

test('one group of questions at a time, with what an answer may be and where it goes', () => {
  expect(
    nextQuestion(umbrellaLine, openForReview(umbrellaLine, emptyApplication().household, today)),
  ).toMatchObject({
    title: 'The buyer',
    fields: [
      { path: ['full_name'], type: 'string' },
      { path: ['email'], type: 'string', format: 'email' },
      { path: ['phone_number'] },
      { path: ['birthday'], type: 'string', format: 'date' },
    ],
    scope: 'application',
    item_index: null,
    display_note: null,
  })
  expect(
    nextQuestion(
      umbrellaLine,
      openForReview(umbrellaLine, household(completeHousehold({ marital_status: null })), today),
    ),
  ).toMatchObject({
    fields: [{ path: ['marital_status'], enum: expect.arrayContaining(['married', 'single']) }],
  })
  expect(nextQuestion(umbrellaLine, [])).toBeNull()
})

test('a list is asked for as a whole, and a question about one item says which', () => {
  const two = household({
    ...completeHousehold(),
    vehicle_count: 2,
    vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
  })
  expect(nextQuestion(umbrellaLine, openToBind(umbrellaLine, two))).toMatchObject({
    scope: 'vehicles',
    item_index: 1,
    fields: [
      { path: ['vehicles', 1, 'year'] },
      { path: ['vehicles', 1, 'make'] },
      { path: ['vehicles', 1, 'model'] },
    ],
    display_note: expect.stringContaining('whole list'),
  })
  const driver = household(completeHousehold({ additional_drivers: [{ full_name: 'Bo' }] }))
  expect(missing(driver)).toEqual([
    'additional_drivers[0].birthday',
    'additional_drivers[0].license_state',
    'additional_drivers[0].license_number',
  ])
  expect(nextQuestion(umbrellaLine, openForReview(umbrellaLine, driver, today))).toMatchObject({
    scope: 'additional_drivers',
    item_index: 0,
  })
})

test('a counted driver who is neither the buyer nor the spouse is asked for', () => {
  const asked = (answers: object) =>
    missing(household(completeHousehold({ birthday: '1980-05-17', ...answers })))
  const driver = (at: number) =>
    ['full_name', 'birthday', 'license_state', 'license_number'].map(
      name => `additional_drivers[${at}].${name}`,
    )
  expect(asked({ drivers_under_22: 1 })).toEqual(driver(0))
  expect(asked({ drivers_under_22: 1, drivers_over_70: 1 })).toEqual([...driver(0), ...driver(1)])
  expect(asked({ drivers_under_22: 1, birthday: '2005-01-01' })).toEqual([])
  const spouse = { marital_status: 'married', spouse_full_name: 'Bo Park', spouse_birthday: '1950-01-01' }
  expect(asked({ drivers_over_70: 1, ...spouse })).toEqual([])
  expect(asked({ drivers_over_70: 2, ...spouse })).toEqual(driver(0))
  expect(asked({ drivers_under_22: 1, additional_drivers: [] })).toEqual([])
})

test('before a policy is bought: the cars, when it begins, and who insured before', () => {
  const open = (answers: Household) =>
    openToBind(umbrellaLine, answers).flatMap(section => section.missing.map(({ field }) => field))
  expect(open(household(completeHousehold({ vehicle_count: 0 })))).toEqual([
    'effective_date',
    'prior_carrier',
  ])
  expect(open(household(completeHousehold()))).toEqual([
    'vehicles[0].year',
    'vehicles[0].make',
    'vehicles[0].model',
    'effective_date',
    'prior_carrier',
  ])
})

const suggested = (answers: UmbrellaAnswers) =>
  suggestedValues(umbrellaLine, { ...emptyApplication().household, ...answers })

test('suggestions come only for what is open, and follow from what is known', () => {
  expect(suggested({ net_worth_numeric: 2_500_000, motorcycles: 1 })).toMatchObject({
    desired_coverage_limit: { value: 3_000_000, reason: expect.stringContaining('$2,500,000') },
    jet_skis: { value: 0 },
  })
  expect(suggested({ net_worth_numeric: 90_000_000 }).desired_coverage_limit?.value).toBe(10_000_000)
  expect(suggested({ motorcycles: 1 })).not.toHaveProperty('motorcycles')
  expect(suggested({})).not.toHaveProperty('desired_coverage_limit')
})

test('a carrier is asked with the day and the ages of that day in the household’s state, also in the evening', () => {
  const turns22 = '2004-03-11'
  const evening = new Date('2026-03-11T06:00:00Z')
  const asked = (state: string) => {
    const answers = { ...household(completeHousehold({ birthday: turns22, drivers_under_22: 1 })), state }
    const intake = {
      uid: 'umb_x',
      line: 'umbrella',
      revision: 1,
      sandbox: true,
      submittedAt: evening,
      application: { ...emptyApplication(), household: answers },
    } as unknown as ReviewedIntake
    const [first] = questionsOf({ ...settings, carriers: carriersFor(settings) }, intake)
    const { today: day, risk } = first?.request ?? {}
    return [day, (risk as UmbrellaRisk | undefined)?.applicant_age]
  }
  expect(asked('HI')).toEqual(['2026-03-10', 21])
  expect(asked('NY')).toEqual(['2026-03-11', 22])
})
