import { describe, expect, test } from 'vitest'
import { type Expectations, judge } from './judge.ts'

const TODAY = '2026-06-15'

const auto: Expectations = {
  covers: 'auto',
  insured: ['Ada Lovelace', 'William King'],
  startDate: '2026-07-01',
  minimumAuto: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
}

const page = {
  title: 'Personal Auto Policy Declarations',
  insured: 'Named Insured: Ada Lovelace, 12 Elm Street, Springfield IL 62704',
  period: 'Policy Period: 03/01/2026 to 03/01/2027',
  vehicle: '2019 Toyota Camry VIN 4T1B11HK5KU000000',
  limits: 'Bodily Injury $250,000/$500,000 Property Damage $100,000',
}

const judged = (changes: Partial<typeof page>, expected: Expectations = auto) =>
  judge(Object.values({ ...page, ...changes }), expected, TODAY)

describe('an auto declarations page', () => {
  test('that is right in every respect is accepted', () => {
    expect(judged({})).toEqual({ status: 'accepted', reason: null })
    expect(judged({ insured: 'Named Insured: William King' }).status).toBe('accepted')
    expect(judged({ limits: 'Combined Single Limit $500,000' }).status).toBe('accepted')
    expect(judged({ limits: 'Liability 300/500/100 per vehicle' }).status).toBe('accepted')
  })

  test.each<[string, Partial<typeof page>, string]>([
    ['another name', { insured: 'Named Insured: Charles Babbage' }, 'someone else’s name'],
    ['a period that is over', { period: 'Policy Period: 03/01/2024 to 03/01/2025' }, 'has ended'],
    ['limits too low', { limits: 'Bodily Injury 25/50 Property Damage 25' }, 'lower than needed'],
    ['too little for property damage', { limits: 'Bodily Injury 250/500 Property Damage 50' }, '$100,000'],
    ['too little for an accident', { limits: 'Liability 250/300/100' }, 'lower than needed'],
    ['a single limit too low', { limits: 'Combined single limit $100,000' }, 'lower than needed'],
    [
      'another kind of policy',
      { title: 'Homeowners Policy Declarations', vehicle: 'Dwelling $400,000' },
      'another kind of policy',
    ],
  ])('with %s is rejected, and told why', (_name, changes, word) => {
    const { status, reason } = judged(changes)
    expect(status).toBe('rejected')
    expect(reason).toContain(word)
  })

  test.each<[string, Partial<typeof page>]>([
    ['does not say what it is', { title: 'Your insurance at a glance' }],
    ['names nobody whom we know for sure', { insured: 'Named Insured: Ada Byron' }],
    ['names nobody', { insured: 'Thank you for being our customer' }],
    ['tells no period', { period: 'Thank you for your business' }],
    ['has a period that ends before the start', { period: 'Policy Period: 12/20/2025 to 06/20/2026' }],
    ['ends on the very day of the start', { period: 'Policy Period: 07/01/2025 to 07/01/2026' }],
    ['begins after the start', { period: 'Policy Period: 07/02/2026 to 07/02/2027' }],
    ['tells no limits', { limits: 'See the next page' }],
    [
      'has cars with different limits',
      { limits: 'Bodily Injury 250/500 Bodily Injury 100/300 Property Damage 100' },
    ],
    ['has a single limit between', { limits: 'Combined single limit $300,000' }],
    ['has limits for injury alone', { limits: 'Bodily Injury 250/500' }],
  ])('that %s goes to a person', (_name, changes) => {
    const { status, reason } = judged(changes)
    expect(status).toBe('needs_person')
    expect(reason).toMatch(/\w+\.$/)
  })

  test('that is wrong in one respect and unclear in another is rejected for the first', () => {
    const { status, reason } = judged({ insured: 'Named Insured: Charles Babbage', limits: 'see page 2' })
    expect(status).toBe('rejected')
    expect(reason).not.toContain('limits')
  })

  test('never repeats a name', () => {
    const verdicts = [judged({ insured: 'Named Insured: Charles Babbage' }), judged({ insured: 'nobody' })]
    for (const { reason } of verdicts) expect(reason).not.toMatch(/Babbage|Lovelace|King/)
  })
})

describe('a home declarations page', () => {
  const home: Expectations = {
    covers: 'home',
    insured: ['Ada Lovelace'],
    startDate: '2026-07-01',
    minimumPersonalLiability: 300_000,
  }
  const homePage = {
    title: 'Homeowners Policy Declarations',
    vehicle: 'Coverage A - Dwelling $412,000',
    limits: 'Coverage E - Personal Liability $300,000',
  }

  test('is accepted, rejected or left to a person by its own rules', () => {
    expect(judged(homePage, home).status).toBe('accepted')
    expect(judged({ ...homePage, limits: 'Personal Liability $100,000' }, home).status).toBe('rejected')
    expect(judged({ ...homePage, limits: 'none' }, home).status).toBe('needs_person')
    expect(judged({ limits: 'none' }, home)).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('home policy'),
    })
  })
})

test('a scan, which has no text, goes to a person', () => {
  expect(judge([], auto, TODAY)).toMatchObject({
    status: 'needs_person',
    reason: expect.stringContaining('scan'),
  })
})
