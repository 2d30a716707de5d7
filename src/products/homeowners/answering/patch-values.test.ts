import { describe, expect, test } from 'vitest'
import { failureOf } from '../../../../test/support/contract/failure.ts'
import type { Json } from '../../line/fields/merge.ts'
import { type Application, emptyApplication, type Home } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import { applyPatch } from './patch.ts'

const context = { now: new Date('2025-10-02T12:00:00Z'), submitted: false }

const patched = (intake: Json, application: Application = emptyApplication()): Application =>
  applyPatch(application, intake, context).application
const homeOf = (home: Json): Home => patched({ home: [home] }).homes[0] as Home
const complete = (): Application => patched(exampleIntake)

const refused = (intake: Json, application = emptyApplication()) =>
  failureOf(() => applyPatch(application, intake, context))
const problemsOf = (...args: Parameters<typeof refused>) => refused(...args).details.fields ?? []

describe('values', () => {
  test.each([
    [{ home_sqft: '2100' }, { home_sqft: 2100 }],
    [{ build_date: 1998 }, { build_date: '1998-01-01' }],
    [{ build_date: '1998' }, { build_date: '1998-01-01' }],
    [{ home_ownership: 'owned' }, { home_ownership: 'owned_primary' }],
    [
      { state: 'new york', zip: '10001-1234' },
      { state: 'NY', zip: '10001' },
    ],
    [{ state: 'D.C.' }, { state: 'DC' }],
    [
      { address: { streetnumber: 12, street: 'Oak St', state: 'Texas' } },
      { street: '12 Oak St', state: 'TX' },
    ],
    [{ address: { streetnumber: '12', street: '12 Oak St' } }, { street: '12 Oak St' }],
    [
      { field_estimates: [{ field: 'address.city', value: 'Reno', source: 'crm', confidence: 'low' }] },
      { city: 'Reno' },
    ],
  ])('%j is understood', (sent, stored) => {
    expect(homeOf(sent)).toMatchObject(stored)
  })

  test.each([
    { street: 'PO Box 123' },
    { street: 'P.O. Box 12' },
    { street: 'post office box 7' },
    { address: { street: 'P. O. Box 9' } },
  ])('no home stands in a PO box: %j', home => {
    expect(problemsOf({ home: [home] })).toMatchObject([{ code: 'po_box' }])
    expect(homeOf({ street: '12 Box Elder Lane' }).street).toBe('12 Box Elder Lane')
  })

  test('spaces inside a name count once, and money may have its sign', () => {
    expect(patched({ full_name: ' Ada   Park ' }).applicant.full_name).toBe('Ada Park')
    expect(homeOf({ deductible_preference: '$1,000' }).deductible_preference).toBe(1000)
  })

  test('a ZIP code is a string, as in the calculators: a number may have lost its zero', () => {
    for (const zip of [94110, 2134])
      expect(problemsOf({ home: [{ zip }] })).toMatchObject([
        { code: 'wrong_type', expected: expect.stringContaining('as a string in quotes') },
      ])
  })

  test.each(['🏠🏠', '123', '…'])('a name without a letter is refused: %s', full_name => {
    expect(problemsOf({ full_name })).toMatchObject([{ path: 'intake.full_name', code: 'wrong_format' }])
  })

  test('a value that is refused is told once, also if it is an estimate; a date out of range names the range', () => {
    const estimate = { field: 'home_sqft', source: 'crm', confidence: 'low' }
    const home = { home_sqft: -1, build_date: '1500', field_estimates: [estimate] }
    expect(problemsOf({ home: [home] })).toMatchObject([
      { path: 'intake.home[0].home_sqft' },
      { path: 'intake.home[0].build_date', expected: 'a date from 1600-01-01 to 2199-12-31' },
    ])
  })

  test('half of a character, a line break, and marks that reverse a line are refused', () => {
    for (const full_name of ['Ada \ud800', 'Ada\nPark', 'Ada\u2028Park', 'Ada \u202ekraP', 'Ada \u2067kraP'])
      expect(problemsOf({ full_name })).toMatchObject([{ code: 'control_characters' }])
  })

  test.each(['birthday', 'age', 'date_of_birth'])('%s takes a date and refuses an age', key => {
    expect(patched({ [key]: '1984-05-17' }).applicant).toEqual({ birthday: '1984-05-17' })
    for (const age of [42, '42'])
      expect(problemsOf({ [key]: age })).toMatchObject([{ path: `intake.${key}` }])
  })

  test('a bare year is a date only where the contract says so', () => {
    expect(problemsOf({ birthday: '1984' })).toHaveLength(1)
    expect(problemsOf({ home: [{ policy_expire: 2026 }] })).toHaveLength(1)
  })

  test('two names for one thing may say the same, not different things', () => {
    expect(patched({ age: '1984-05-17', birthday: '1984-05-17' }).applicant.birthday).toBe('1984-05-17')
    expect(problemsOf({ age: '1984-05-17', birthday: '1985-05-17' })).toHaveLength(1)
    expect(problemsOf({ home: [{ city: 'A', address: { city: 'B' } }] })).toHaveLength(1)
  })

  test('all problems are told at once, with the path, what is expected and what was meant', () => {
    const problems = problemsOf({
      email: 'nobody',
      home: [{ roof_type: 'metall', home_sqft: 50, has_basement: 'perhaps', address: { zip: '00000' } }],
    })
    expect(problems.map(({ path }) => path)).toEqual([
      'intake.email',
      'intake.home[0].roof_type',
      'intake.home[0].home_sqft',
      'intake.home[0].has_basement',
      'intake.home[0].address.zip',
    ])
    expect(problems[1]).toMatchObject({
      did_you_mean: 'metal',
      expected: expect.stringContaining('wood_shake'),
    })
    expect(problems[2]?.expected).toBe('an integer from 100 to 25000')
  })
})

describe('contradictions', () => {
  test('a ZIP of another state is refused, naming both', () => {
    const [problem] = problemsOf({ home: [{ state: 'TX', zip: '94110' }] })
    expect(problem).toMatchObject({
      code: 'zip_not_in_state',
      facts: { actual: 'California (CA)', state: 'Texas (TX)' },
    })
    expect(problemsOf({ home: [{ state: 'TX' }] }, complete())).toHaveLength(1)
  })

  test('is told beside a value that cannot be read, and never about the value that was refused', () => {
    const told = (home: Json, application?: Application) =>
      problemsOf({ home: [home] }, application).map(({ path, code }) => [path, code])
    expect(told({ state: 'TX', zip: '94110', sqft: 'large' })).toEqual([
      ['intake.home[0].sqft', 'wrong_type'],
      ['intake.home[0].zip', 'zip_not_in_state'],
    ])
    expect(told({ state: 'Ontario', zip: '10001' }, complete())).toEqual([
      ['intake.home[0].state', 'not_a_state'],
    ])
    expect(told({ year_built: 'old', roof_date: '1901' }, complete())).toEqual([
      ['intake.home[0].year_built', 'bad_date'],
    ])
  })

  test('a tenant is refused in a sentence', () => {
    const failure = refused({ home: [{ home_ownership: 'rental' }] })
    expect(failure).toMatchObject({
      status: 400,
      message: expect.stringContaining('homes that the applicant owns'),
    })
  })

  test.each([
    [{ build_date: '2026', home_ownership: 'owned_primary' }],
    [{ roof_date: '2025-10-03', home_ownership: 'owned_primary' }],
    [{ build_date: '2010-05-01', roof_date: '2009' }],
    [{ home_ownership: 'owned_rental', rental_status: 'not_rented' }],
    [{ home_ownership: 'under_construction', rental_status: 'long_term' }],
    [{ purchase_date: '2025-12-01', new_purchase: false }],
  ])('%j cannot be', home => {
    expect(problemsOf({ home: [home] })).toHaveLength(1)
  })

  test.each([
    [{ build_date: '2026', home_ownership: 'under_construction' }],
    [{ build_date: '2010-05-01', roof_date: '2010' }],
    [{ build_date: '2010', purchase_date: '2009' }],
    [{ purchase_date: '2025-12-01', new_purchase: true }],
    [{ property_type: 'condo', home_ownership: 'owned_rental', rental_status: 'long_term' }],
    [{ home_ownership: 'owned_primary', rental_status: 'short_term' }],
  ])('%j can be', home => {
    expect(homeOf(home)).toBeDefined()
  })

  test('only an adult can apply', () => {
    expect(patched({ birthday: '2007-10-02' }).applicant.birthday).toBeDefined()
    for (const birthday of ['2007-10-03', '2030-01-01', '1900-01-01'])
      expect(problemsOf({ birthday })).toHaveLength(1)
  })
})
