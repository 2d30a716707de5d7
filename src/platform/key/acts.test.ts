import { describe, expect, test } from 'vitest'
import { stateCode, stateNames } from '../values/us-states.ts'
import { type Act, acts, collectsFacts, firstTerms, type OperatorTerms, refusesPay } from './acts.ts'
import { actsOfPerson } from './standing.ts'

const STATES = stateNames.map(name => stateCode(name) ?? '')
const NOON = new Date('2026-12-01T18:00:00Z')
const first = firstTerms(NOON)
const full: OperatorTerms = {
  ...first,
  acts,
  agreement: { version: '3', signed_on: '2026-01-05' },
  respa: 'not_settlement',
  licenses: [
    { kind: 'license', state: 'IL', number: '1', expires: '2026-12-01' },
    { kind: 'license', state: 'OH', number: '2', expires: '2026-11-30' },
    { kind: 'exemption', state: 'TX', number: 'A rule', expires: '2099-01-01' },
  ],
}

const OPEN = ['refer', 'collect_facts']
const every = (): readonly Act[] => acts
const inStates =
  (...open: string[]) =>
  (state: string): readonly string[] =>
    open.includes(state) ? acts : OPEN

/** Which acts each standing permits, by state, where standing decides. */
const STANDINGS: Record<
  string,
  [terms: OperatorTerms | null, permits: (state: string) => readonly string[]]
> = {
  'approved before there were standings': [null, every],
  'approved and not recorded': [first, () => OPEN],
  'a referrer': [{ ...full, acts: ['refer'] }, () => ['refer']],
  'licensed in Illinois until today, in Ohio until yesterday, exempt in Texas': [full, inStates('IL', 'TX')],
  'licensed without an agreement': [{ ...full, agreement: null }, () => OPEN],
  'licensed without a RESPA position': [{ ...full, respa: 'undecided' }, () => OPEN],
  'licensed to show offers only': [
    { ...full, acts: ['refer', 'collect_facts', 'present_offers'] },
    state => (['IL', 'TX'].includes(state) ? [...OPEN, 'present_offers'] : OPEN),
  ],
  'licensed and paid nothing by us': [{ ...full, pay: 'none' }, inStates('IL', 'TX')],
}

const appWith = (operatorActs: 'all' | 'by_standing') =>
  ({
    config: { operatorActs, timeZone: 'America/Chicago' },
    clock: { now: () => NOON },
  }) as Parameters<typeof actsOfPerson>[0]

describe.each(Object.entries(STANDINGS))('%s', (_name, [terms, permits]) => {
  const permitted = (operatorActs: 'all' | 'by_standing', sandbox: boolean, states: string[]) => {
    const theirs = actsOfPerson(appWith(operatorActs), { terms }, { sandbox, states })
    return acts.filter(act => !theirs.includes(act))
  }

  test.each(STATES)('may do what was decided in %s', state => {
    expect(permitted('by_standing', false, [state])).toEqual(permits(state))
    expect(permitted('by_standing', true, [state])).toEqual(acts)
    expect(permitted('all', false, [state])).toEqual(acts)
    expect(permitted('all', true, [state])).toEqual(acts)
  })

  test('may do in several states what each of them permits, and without a state what needs none', () => {
    const everywhere = acts.filter(act => permits('IL').includes(act) && permits('OH').includes(act))
    expect(permitted('by_standing', false, ['IL', 'OH'])).toEqual(everywhere)
    expect(permitted('by_standing', false, [])).toEqual(permits('none'))
  })
})

test('a settlement service provider is not paid for referrals', () => {
  const paid = (respa: OperatorTerms['respa'], pay: OperatorTerms['pay']) => refusesPay({ respa, pay })
  expect([paid('unpaid', 'fee'), paid('unpaid', 'commission')]).toEqual([true, true])
  expect([paid('unpaid', 'none'), paid('affiliated', 'fee'), paid('not_settlement', 'fee')]).toEqual([
    false,
    false,
    false,
  ])
})

test('a referral says who the person is and where, and nothing about what is insured', () => {
  const home = { street: '1 A St', city: 'Erie', state: 'PA', zip: '16501' }
  expect(collectsFacts({ full_name: 'Ada Park', email: 'a@b.co', home: [home] })).toBe(false)
  expect(collectsFacts({ home: [{ ...home, roof_type: 'slate' }] })).toBe(true)
  expect(collectsFacts({ birthday: '1980-04-12' })).toBe(true)
})
