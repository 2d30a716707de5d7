import { describe, expect, test } from 'vitest'
import { failureOf } from '../../../../test/support/contract/failure.ts'
import type { Json } from '../../line/fields/merge.ts'
import { type Application, emptyApplication, type Home } from '../application/application.ts'
import { exampleIntake } from '../application/examples.ts'
import { intakeProblems } from './intake-problems.ts'
import { applyPatch, type PatchContext } from './patch.ts'

const draft: PatchContext = { now: new Date('2025-10-02T12:00:00Z'), submitted: false }
const submitted: PatchContext = { ...draft, submitted: true, current_status: 'quoted' }
const [row] = exampleIntake.home

const patched = (intake: Json, application: Application = emptyApplication(), context = draft): Application =>
  applyPatch(application, intake, context).application
const homeOf = (home: Json, application?: Application): Home =>
  patched({ home: [home] }, application).homes[0] as Home
const complete = (): Application => patched(exampleIntake)

const refused = (intake: Json, application = emptyApplication(), context = draft) =>
  failureOf(() => applyPatch(application, intake, context))
const problemsOf = (...args: Parameters<typeof refused>) => refused(...args).details.fields ?? []

describe('merging', () => {
  test('an agreement to text messages is taken and kept nowhere', () => {
    const { application, changed, unrecognized_fields } = applyPatch(complete(), { sms_consent: true }, draft)
    expect([changed, unrecognized_fields, 'sms_consent' in application.applicant]).toEqual([[], [], false])
  })

  test('a patch adds to what is known, null clears, and what changed is named', () => {
    const before = patched({ full_name: 'Ada', home: [{ street: '1 A St', city: 'Reno' }] })
    const { application, changed } = applyPatch(
      before,
      { full_name: null, home: [{ city: 'Elko', state: 'NV' }] },
      draft,
    )
    expect(application.applicant).toEqual({})
    expect(application.homes[0]).toMatchObject({ street: '1 A St', city: 'Elko', state: 'NV' })
    expect(changed).toEqual(['full_name', 'home[0].city', 'home[0].state'])
  })

  test('the application that was patched stays as it was', () => {
    const before = complete()
    const copy = structuredClone(before)
    applyPatch(before, { full_name: 'Eve', home: [{ home_sqft: 900 }], extra: 1 }, draft)
    expect(before).toEqual(copy)
  })

  test('loans are replaced as a list', () => {
    const before = patched({ home: [{ loans: [{ lender_name: 'A', branch: 'x' }, { lender_name: 'B' }] }] })
    expect(before.unrecognized).toEqual({ 'home[0].loans[0].branch': 'x' })
    const after = patched(
      { home: [{ loans: [{ lender_name: 'C', loan_effective_date: '2020-02-29' }] }] },
      before,
    )
    expect(after.homes[0]?.loans).toEqual([{ lender_name: 'C', loan_effective_date: '2020-02-29' }])
    expect(after.unrecognized).toEqual({})
  })

  test('policy_expire of the applicant reaches every home that has none of its own, also later ones', () => {
    const two = patched({
      policy_expire: '2026-01-31',
      home: [{ city: 'A' }, { city: 'B', policy_expire: '2026-03-01' }],
    })
    expect(two.homes.map(home => home.policy_expire)).toEqual(['2026-01-31', '2026-03-01'])
    const moved = patched({ policy_expire: '2026-02-28', home: [{}, {}, { city: 'C' }] }, two)
    expect(moved.homes.map(home => home.policy_expire)).toEqual(['2026-02-28', '2026-03-01', '2026-02-28'])
    const cleared = patched({ policy_expire: null }, moved)
    expect(cleared.homes.map(home => home.policy_expire)).toEqual([undefined, '2026-03-01', undefined])
  })
})

describe('an address beside home', () => {
  const address = { street: '12 Oak St', city: 'Austin', state: 'TX', zip: '78701' }

  test('is the address of the only home', () => {
    expect(patched({ address }).homes).toMatchObject([address])
    const corrected = patched({ address: { zip: '78702' }, home: [{ home_sqft: 900 }] }, patched({ address }))
    expect(corrected.homes).toMatchObject([{ ...address, zip: '78702', home_sqft: 900 }])
    expect(corrected.unrecognized).toEqual({})
  })

  test('is refused in the words of the call that sent it', () => {
    expect(problemsOf({ address: { ...address, zip: '999' } })).toMatchObject([
      { path: 'intake.address.zip', code: 'wrong_format' },
    ])
    expect(intakeProblems({ intake: { address: { zip: '999' } } })).toMatchObject([
      { path: 'intake.address.zip' },
    ])
  })

  test.each<[string, Json[]]>([
    ['several homes', [{ city: 'Reno' }, { city: 'Elko' }]],
    ['an address in the row', [{ city: 'Reno' }]],
  ])('is kept as it was sent with %s, because it may mean something else', (_why, home) => {
    const after = patched({ address, home })
    expect(after.homes.map(({ street }) => street)).toEqual(home.map(() => undefined))
    expect(after.unrecognized).toEqual({ address })
  })
})

describe('rows', () => {
  const named = (): Application => {
    const { homes, ...rest } = patched({ home: [{ city: 'A' }, { city: 'B' }] })
    return { ...rest, homes: homes.map((home, at) => ({ ...home, property_id: `prop_${at}` })) }
  }
  const cities = ({ homes }: Application) => homes.map(({ city }) => city)

  test('match by property_id, else by place', () => {
    expect(cities(patched({ home: [{ property_id: 'prop_1', city: 'X' }] }, named()))).toEqual(['A', 'X'])
    expect(cities(patched({ home: [{ city: 'X' }] }, named()))).toEqual(['X', 'B'])
    expect(cities(patched({ home: [{}, {}, { city: 'C' }] }, named()))).toEqual(['A', 'B', 'C'])
  })

  test('with an unknown property_id, or two for one home, are refused', () => {
    expect(problemsOf({ home: [{ property_id: 'prop_9' }] }, named())).toMatchObject([
      { path: 'intake.home[0]' },
    ])
    expect(problemsOf({ home: [{ property_id: 'prop_1' }, { city: 'X' }] }, named())).toHaveLength(1)
    expect(problemsOf({ home: [{}, null] }, patched({ home: [{}] }))).toHaveLength(1)
  })

  test('null removes a home before submission, and what was kept of the others moves with them', () => {
    const before = patched({ home: [{ odd: 1 }, { odd: 2 }] }, named())
    const { application, changed } = applyPatch(before, { home: [null] }, draft)
    expect(cities(application)).toEqual(['B'])
    expect(application.unrecognized).toEqual({ 'home[0].odd': 2 })
    expect(changed).toEqual(['home[0]'])
    expect(refused({ home: [null] }, before, submitted)).toMatchObject({
      status: 409,
      details: { current_status: 'quoted' },
    })
  })

  test.each([[null], [{}], ['x'], [[1]], [[[]]]])('home cannot be %j', home => {
    expect(refused({ home }).status).toBe(400)
  })

  test('two rows for one address are refused, however it is written', () => {
    const twin = { ...row, street: '12 OAK ST.' }
    expect(problemsOf({ home: [row, twin] })).toContainEqual(
      expect.objectContaining({ path: 'intake.home[1].street' }),
    )
    expect(patched({ home: [row, { ...row, street: '12 Oak St #2' }] }).homes).toHaveLength(2)
  })
})

describe('what nobody knows', () => {
  test('is kept, merged and named by its path', () => {
    const once = applyPatch(
      emptyApplication(),
      {
        pets: { cat: 1 },
        home: [
          {
            flood_zone: 'X',
            address: { county: 'Kern' },
            field_estimates: [{ field: 'flood_zone', source: 'fema' }],
          },
        ],
      },
      draft,
    )
    expect(once.unrecognized_fields).toEqual([
      'pets',
      'home[0].flood_zone',
      'home[0].address.county',
      'home[0].field_estimates.flood_zone',
    ])
    const twice = applyPatch(once.application, { pets: { dog: 2 }, home: [{ flood_zone: null }] }, draft)
    expect(twice.application.unrecognized.pets).toEqual({ cat: 1, dog: 2 })
    expect(twice.changed).toEqual(['unrecognized'])
  })

  test('is not the field of an estimate, unless it is sent beside it', () => {
    expect(problemsOf({ home: [{ field_estimates: [{ field: 'roof_dat', source: 'crm' }] }] })).toMatchObject(
      [{ path: 'intake.home[0].field_estimates[0].field', did_you_mean: 'roof_date' }],
    )
  })

  test('is at most 32 keys and 8 KiB', () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
    expect(Object.keys(patched(keys(32)).unrecognized)).toHaveLength(32)
    expect(problemsOf(keys(33))).toMatchObject([{ path: 'intake' }])
    expect(problemsOf({ k33: 1 }, patched(keys(32)))).toHaveLength(1)
    expect(problemsOf({ long: 'x'.repeat(8192) })).toMatchObject([{ path: 'intake' }])
  })

  test('never becomes part of a home, whatever it is called', () => {
    const home = homeOf({ locked: ['x'], unrecognized: 1, replacement_cost: 1 })
    expect(home).toEqual({ property_id: null, field_estimates: [], locked: [], sources: {} })
  })

  test('reaches no prototype', () => {
    const { unrecognized } = patched(
      JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "toString": 2, "home": [{"__proto__": 1}]}'),
    )
    expect(Object.keys(unrecognized)).toEqual(['__proto__', 'constructor', 'toString', 'home[0].__proto__'])
    expect(({} as Json).a).toBeUndefined()
  })
})

describe('estimates and locks', () => {
  const entry = { field: 'roof_date', source: 'listing', confidence: 'low' }

  test('an entry marks its value, brings it along, and must not contradict the row', () => {
    expect(homeOf({ roof_date: 2010, field_estimates: [entry] }).field_estimates).toEqual([
      { ...entry, confirmed_by_user: false },
    ])
    expect(homeOf({ field_estimates: [{ ...entry, value: '2010' }] }).roof_date).toBe('2010-01-01')
    expect(
      problemsOf({ home: [{ roof_date: 2011, field_estimates: [{ ...entry, value: 2010 }] }] }),
    ).toHaveLength(1)
    expect(problemsOf({ home: [{ field_estimates: [entry] }] })).toHaveLength(1)
    expect(problemsOf({ home: [{ field_estimates: null }] })).toHaveLength(1)
    expect(problemsOf({ home: [{ roof_date: 2010, field_estimates: [entry, entry] }] })).toHaveLength(1)
  })

  test('an operator cannot change what the homeowner confirmed, and hears which', () => {
    const asHomeowner = { ...draft, by: 'person' } as const
    const locked = patched({ home: [{ home_sqft: 1850 }] }, complete(), asHomeowner)
    expect(locked.homes[0]).toMatchObject({ home_sqft: 1850, locked: ['home_sqft'], field_estimates: [] })
    const failure = refused({ home: [{ home_sqft: 1900, city: 'Daly City' }] }, locked, submitted)
    expect(failure).toMatchObject({
      status: 409,
      code: 'conflict',
      message: expect.stringContaining('home[0].home_sqft'),
    })
    expect(applyPatch(locked, { home: [{ home_sqft: '1850' }] }, submitted).changed).toEqual([])
  })

  test('after submission the email stays, unless staff correct it', () => {
    const byStaff = { ...submitted, origin: 'staff' as const }
    expect(applyPatch(complete(), { email: 'eve@example.com' }, byStaff).changed).toEqual(['email'])
    expect(refused({ email: 'eve@example.com' }, complete(), submitted).status).toBe(409)
    expect(refused({ email: null }, complete(), submitted).status).toBe(409)
    expect(applyPatch(complete(), { email: 'ADA@example.com' }, submitted).changed).toEqual([])
  })
})

test('a secret at any depth is refused without being repeated', () => {
  const failure = refused({ full_name: 'Ada', home: [{ extra: [{ SSN: '123-45-6789' }] }] })
  expect(failure.status).toBe(400)
  expect(JSON.stringify([failure.message, failure.details])).not.toContain('6789')
})
