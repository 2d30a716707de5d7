import { expect, test } from 'vitest'
import { failureOf } from '../../../test/support/contract/failure.ts'
import { completeHousehold } from '../../../test/support/people/umbrella-applications.ts'
import type { SentDraft } from '../line/reviewed-purchase/answering/patch.ts'
import { applyDraft, type PatchContext } from '../line/reviewed-purchase/answering/patch.ts'
import { type Application, emptyApplication } from '../line/reviewed-purchase/application/application.ts'
import { knownSummary } from '../line/reviewed-purchase/application/known-summary.ts'
import { umbrellaLine } from './line.ts'

const now = new Date('2026-03-10T18:00:00Z')

const apply = (
  intake: SentDraft['intake'],
  more: { on?: Application; field_estimates?: SentDraft['field_estimates'] } & Partial<PatchContext> = {},
) => {
  const { on = emptyApplication(), field_estimates, ...context } = more
  return applyDraft(on, { intake, field_estimates }, { line: umbrellaLine, now, ...context })
}

const pathsOf = (act: () => unknown): (string | undefined)[] =>
  failureOf(act).details.fields?.map(({ path }) => path) ?? []

test('values are read into the form in which they are stored', () => {
  const { household } = apply({
    age: '1980-04-12',
    address: { streetnumber: 12, street: 'Oak Street', state: 'illinois', zip: '62704-1234' },
    approximate_asset_value: '$2.5M',
    desired_coverage_limit: '3,000,000',
    vehicle_count: '2',
    current_auto_coverages: '250/500/100',
    vehicles: [{ year: '2020', make: 'Toyota', model: 'Camry' }],
  }).application
  expect(household).toMatchObject({
    birthday: '1980-04-12',
    street: '12 Oak Street',
    state: 'IL',
    zip: '62704',
    net_worth_numeric: 2_500_000,
    desired_coverage_limit: 3_000_000,
    vehicle_count: 2,
    current_auto_coverages: '250_500_100',
    vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
  })
})

test('all problems are told at once, each with its place in the request', () => {
  expect(
    pathsOf(() =>
      apply(
        {
          birthday: 45,
          address: { zip: '00000' },
          vehicle_count: 'many',
          additional_drivers: [{ birthday: 'young' }],
        },
        { field_estimates: [{ field: 'jet_skis', value: -1, source: 'crm', confidence: 'low' }] },
      ),
    ),
  ).toEqual([
    'intake.birthday',
    'intake.vehicle_count',
    'intake.additional_drivers[0].birthday',
    'intake.address.zip',
    'field_estimates[0].value',
  ])
})

test.each([
  ['a child', { birthday: '2015-01-01' }, 'intake.birthday'],
  ['a ZIP in another state', { address: { state: 'CA', zip: '62704' } }, 'intake.address.zip'],
  [
    'a large loss without a loss',
    { liability_loss_over_50k: true, liability_loss_in_last_5_years: false },
    'intake.liability_loss_over_50k',
  ],
  ['more cars than counted', { vehicle_count: 0, vehicles: [{ make: 'Toyota' }] }, 'intake.vehicles'],
  [
    'fewer young drivers than listed',
    { drivers_under_22: 0, additional_drivers: [{ birthday: '2008-06-01' }] },
    'intake.drivers_under_22',
  ],
  [
    'fewer old drivers than the buyer',
    { birthday: '1950-01-01', drivers_over_70: 0 },
    'intake.drivers_over_70',
  ],
  [
    'fewer old drivers than a spouse with a license',
    {
      marital_status: 'married',
      spouse_birthday: '1950-01-01',
      spouse_license_number: 'S1',
      drivers_over_70: 0,
    },
    'intake.drivers_over_70',
  ],
  ['a car of the future', { vehicles: [{ year: 2029 }] }, 'intake.vehicles[0].year'],
  ['a VIN that is none', { vehicles: [{ vin: 'IOQ' }] }, 'intake.vehicles[0].vin'],
  ['a start in the past', { effective_date: '2026-03-09' }, 'intake.effective_date'],
  ['a start far ahead', { effective_date: '2026-06-09' }, 'intake.effective_date'],
])('%s is refused', (_what, intake, path) => {
  expect(pathsOf(() => apply(intake))).toEqual([path])
})

test('a driver listed later must be counted, and a spouse without a license need not be', () => {
  const on = apply(completeHousehold()).application
  const additional_drivers = [{ birthday: '2008-06-01' }]
  expect(pathsOf(() => apply({ additional_drivers }, { on }))).toEqual(['intake.drivers_under_22'])
  expect(apply({ additional_drivers, drivers_under_22: 1 }, { on }).application.household).toMatchObject({
    drivers_under_22: 1,
  })
  const married = { marital_status: 'married', spouse_birthday: '1950-01-01' }
  expect(apply(married, { on }).application.household).toMatchObject({ drivers_over_70: 0 })
})

test('a contradiction is told beside a value that cannot be read, and never about the value that was refused', () => {
  const on = apply(completeHousehold()).application
  const { state, zip } = on.household
  expect([state, zip]).not.toContain(undefined)
  expect(pathsOf(() => apply({ address: { state: 'NY', zip }, vehicle_count: 'two' }, { on }))).toEqual([
    'intake.vehicle_count',
    'intake.address.zip',
  ])
  expect(pathsOf(() => apply({ address: { state: 'Ontario', zip: '10001' } }, { on }))).toEqual([
    'intake.address.state',
  ])
  const field_estimates = [{ field: 'jet_skis', source: 'crm', confidence: 'low' as const }]
  expect(pathsOf(() => apply({ jet_skis: 'some' }, { field_estimates }))).toEqual(['intake.jet_skis'])
})

test('a start date that was right once does not stand in the way of later drafts', () => {
  const { application } = apply({ effective_date: '2026-03-10' })
  expect(
    apply({ occupation: 'Engineer' }, { on: application, now: new Date('2026-04-01T18:00:00Z') }).application
      .household,
  ).toMatchObject({ effective_date: '2026-03-10', occupation: 'Engineer' })
})

test('null clears, lists replace, unknown keys are kept under their path', () => {
  const first = apply({
    occupation: 'Engineer',
    additional_drivers: [{ full_name: 'Bo', nickname: 'B' }],
    boat_name: 'Ada',
    address: { street: '1 Elm Street', county: 'Sangamon' },
  }).application
  expect(Object.keys(first.unrecognized)).toEqual([
    'additional_drivers[0].nickname',
    'boat_name',
    'address.county',
  ])
  expect(apply({ boat_name: 'Bo' }, { on: first }).changed).toEqual(['unrecognized'])
  const second = apply({ occupation: null, additional_drivers: [] }, { on: first }).application
  expect(second.household).toMatchObject({ additional_drivers: [], street: '1 Elm Street' })
  expect(second.household.occupation).toBeUndefined()
  expect(Object.keys(second.unrecognized)).toEqual(['boat_name', 'address.county'])
})

test('what an agent read back it may send again: a mask changes nothing, and a wrong mask is refused', () => {
  const drivers = [
    { full_name: 'Bo', birthday: '1990-01-01', license_state: 'IL', license_number: 'X99988877' },
  ]
  const { application } = apply({ ...completeHousehold(), additional_drivers: drivers })
  const shown = knownSummary(umbrellaLine, application.household)
  expect(shown).toMatchObject({
    license_number: '••••••••8901',
    additional_drivers: [{ license_number: '•••••8877' }],
    address: { zip: '62704' },
  })
  expect(apply(shown, { on: application }).changed).toEqual([])
  expect(pathsOf(() => apply({ license_number: '••••9999' }, { on: application }))).toEqual([
    'intake.license_number',
  ])
})

test.each(['🚗🚗🚗🚗', '—', '**-', 'D12<34>'])(
  'a license number has letters and digits, not %s',
  license_number => {
    expect(pathsOf(() => apply({ license_number }))).toEqual(['intake.license_number'])
  },
)

test.each(['D1234567', 'B123-4567-8901', 'S 530 460 690 456', 'DOEJ*JA123KB'])(
  '%s is a license number',
  number => {
    expect(apply({ license_number: number }).application.household.license_number).toBe(number)
  },
)

test('a masked number in a list belongs to the driver of that name and birthday, wherever they stand', () => {
  const bo = { full_name: 'Bo', birthday: '1990-01-01', license_state: 'IL', license_number: 'X99988877' }
  const { application } = apply({ ...completeHousehold(), additional_drivers: [bo] })
  const masked = '•••••8877'
  const cy = { ...bo, full_name: 'Cy', license_number: 'Y11122233' }
  const moved = [cy, { ...bo, license_number: masked }]
  expect(apply({ additional_drivers: moved }, { on: application }).application.household).toMatchObject({
    additional_drivers: [cy, bo],
  })
  const other = [{ ...bo, full_name: 'Cy', license_number: masked }]
  expect(pathsOf(() => apply({ additional_drivers: other }, { on: application }))).toEqual([
    'intake.additional_drivers[0].license_number',
  ])
})

test('an entry marks a value as estimated; a value without one counts as confirmed', () => {
  const { application, changed } = apply(
    { vehicle_count: 2, jet_skis: 0 },
    {
      field_estimates: [
        { field: 'vehicle_count', review_path: ['vehicle_count'], source: 'crm', confidence: 'high' },
        { field: 'address.zip', value: '62704', source: 'crm', confidence: 'low' },
      ],
    },
  )
  expect(application.household.field_estimates).toMatchObject([
    { field: 'vehicle_count', confirmed_by_user: false },
    { field: 'zip', source: 'crm', confidence: 'low', confirmed_by_user: false },
  ])
  expect(changed).toContain('field_estimates.address.zip')
  const again = apply({ vehicle_count: 2 }, { on: application })
  expect(again.changed).toEqual([])
  const other = apply({ vehicle_count: 3 }, { on: application }).application
  expect(other.household.field_estimates.map(({ field }) => field)).toEqual(['zip'])
})

test('an entry about no field of the application is refused with the one that was meant', () => {
  const failure = failureOf(() =>
    apply({}, { field_estimates: [{ field: 'vehicle_counts', value: 1, source: 'crm', confidence: 'low' }] }),
  )
  expect(failure.details.fields).toEqual([
    expect.objectContaining({ path: 'field_estimates[0].field', did_you_mean: 'vehicle_count' }),
  ])
  const kept = apply({ boats: 1 }, { field_estimates: [{ field: 'boats', source: 'crm' }] })
  expect(Object.keys(kept.application.unrecognized)).toEqual(['boats', 'field_estimates.boats'])
})

test('all that is wrong with an entry is told at once', () => {
  const entry = { field: 'networth', source: 'crm', confidence: 'sure' as 'low' }
  expect(pathsOf(() => apply({}, { field_estimates: [entry] }))).toEqual([
    'field_estimates[0].field',
    'field_estimates[0].confidence',
  ])
})

test('what the buyer corrected stays: another value from the operator is a 409 that names it', () => {
  const { application } = apply(completeHousehold())
  const corrected = apply(
    { vehicle_count: 3, address: { street: '9 Elm' } },
    { on: application, by: 'person' },
  ).application
  expect(corrected.household.locked).toEqual(['street', 'vehicle_count'])
  expect(apply({ vehicle_count: 3 }, { on: corrected }).changed).toEqual([])
  expect(
    failureOf(() => apply({ vehicle_count: 2 }, { on: corrected, current_status: 'ready_for_review' })),
  ).toMatchObject({
    status: 409,
    details: { current_status: 'ready_for_review', fields: [{ path: 'intake.vehicle_count' }] },
  })
})

test('secrets are refused wherever they stand, and not repeated', () => {
  for (const act of [
    () => apply({ spouse_ssn: '123-45-6789' }),
    () => apply({}, { field_estimates: [{ field: 'ssn', value: '123-45-6789' }] }),
  ]) {
    const failure = failureOf(act)
    expect(failure.status).toBe(400)
    expect(JSON.stringify(failure)).not.toContain('123-45-6789')
  }
})

test('an age counts on the day in the household’s state: who turns 18 tomorrow is too young this evening', () => {
  const evening = new Date('2026-03-11T06:00:00Z')
  const born = { birthday: '2008-03-11' }
  expect(pathsOf(() => apply({ ...born, address: { state: 'HI' } }, { now: evening }))).toEqual([
    'intake.birthday',
  ])
  expect(apply({ ...born, address: { state: 'NY' } }, { now: evening }).application.household).toMatchObject(
    born,
  )
})
