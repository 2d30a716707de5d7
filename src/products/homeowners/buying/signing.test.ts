import { describe, expect, test } from 'vitest'
import { isSameName } from '../../line/buying/signed-name.ts'
import { emptyApplication, emptyHome } from '../application/application.ts'
import type { HomeOfferRow } from '../quoting/offers.ts'
import {
  closingOf,
  farStart,
  selectedOffers,
  signingProblems,
  startDateOf,
  startDates,
  suggestedStart,
} from './signing.ts'

const homes = [{ ...emptyHome(), state: 'IL' }]
const now = new Date('2026-03-10T18:00:00Z')
const signed = { effective_date: '2026-03-10', signed_name: 'Ada Homeowner', disclosures_accepted: true }
const problems = (changed: object) =>
  signingProblems({ ...signed, ...changed }, { ...startDates(homes, now), full_name: 'Ada Homeowner' }).map(
    ({ path, code }) => `${path} ${code}`,
  )

describe('the start date', () => {
  test.each(['2026-03-10', '2026-03-11', '2026-06-08'])('%s is taken', effective_date => {
    expect(problems({ effective_date })).toEqual([])
  })

  test.each([
    ['2026-03-09', 'effective_date in_the_past'],
    ['2026-06-09', 'effective_date too_far_ahead'],
    ['2026-02-30', 'effective_date bad_date'],
    ['tomorrow', 'effective_date bad_date'],
    ['', 'effective_date bad_date'],
  ])('%j: %s', (effective_date, problem) => {
    expect(problems({ effective_date })).toEqual([problem])
  })

  test('today is today where the home is; with homes in two zones it is not past in either', () => {
    const evening = new Date('2026-03-11T05:30:00Z')
    const both = ['HI', 'NY'].map(state => ({ ...emptyHome(), state }))
    expect(startDates(both.slice(0, 1), evening).earliest).toBe('2026-03-10')
    expect(startDates(both, evening).earliest).toBe('2026-03-11')
  })
})

describe('the day that is filled in', () => {
  const dates = { earliest: '2026-03-10', latest: '2026-05-09' }
  const expiring = (...days: (string | undefined)[]) =>
    suggestedStart(
      days.map(day => ({ ...emptyHome(), ...(day !== undefined && { policy_expire: day }) })),
      dates,
    )

  test('is when the current policy expires, if coverage can start then', () => {
    expect(expiring('2026-04-01')).toBe('2026-04-01')
    expect(expiring('2026-03-01', undefined, '2026-05-01', '2026-04-15')).toBe('2026-04-15')
  })

  test('is the closing of a new purchase that the person named, not one that was estimated or refinances a loan', () => {
    const closing = { ...emptyHome(), new_purchase: true, closing_date: '2026-04-10' }
    expect(suggestedStart([closing], dates)).toBe('2026-04-10')
    expect(suggestedStart([{ ...closing, policy_expire: '2026-04-01' }], dates)).toBe('2026-04-10')
    expect(closingOf([{ ...closing, closing_date: '2026-05-01' }, closing])).toBe('2026-04-10')
    const estimate = {
      field: 'closing_date',
      source: 'crm',
      confidence: 'low' as const,
      confirmed_by_user: false,
    }
    for (const home of [
      { ...closing, field_estimates: [estimate] },
      { ...closing, new_purchase: false },
    ]) {
      expect(suggestedStart([home], dates)).toBeNull()
      expect(closingOf([home])).toBeNull()
    }
  })

  test('is not an earlier one if the known day is too far ahead: that day can be bought 90 days before it', () => {
    const closing = { ...emptyHome(), new_purchase: true, closing_date: '2026-09-01' }
    const expiring = { ...emptyHome(), policy_expire: '2026-10-01' }
    expect(suggestedStart([closing], dates)).toBeNull()
    expect(farStart([expiring, closing], dates)).toEqual({
      kind: 'closing',
      day: '2026-09-01',
      buyable_from: '2026-06-03',
    })
    expect(farStart([expiring], dates)).toMatchObject({ kind: 'expiry', day: '2026-10-01' })
    expect(farStart([closing, { ...expiring, policy_expire: '2026-04-01' }], dates)).toBeNull()
    expect(farStart([emptyHome(), { ...expiring, policy_expire: '2026-03-01' }], dates)).toBeNull()
  })

  test('is never today by default: without a known expiration the person chooses', () => {
    expect(expiring('2026-06-01')).toBeNull()
    expect(expiring(undefined)).toBeNull()
  })

  test('is what the homeowner chose before, as long as coverage can start then', () => {
    const homes = [{ ...emptyHome(), policy_expire: '2026-04-01' }]
    const filledIn = (start_date?: string) =>
      startDateOf({ ...emptyApplication(), ...(start_date && { start_date }) }, homes, dates)
    expect(filledIn('2026-03-20')).toBe('2026-03-20')
    expect(filledIn('2026-03-09')).toBe('2026-04-01')
    expect(filledIn()).toBe('2026-04-01')
  })

  const estimated = (source: string, confirmed_by_user: boolean) => {
    const entry = { field: 'policy_expire', source, confidence: 'low' as const, confirmed_by_user }
    return suggestedStart([{ ...emptyHome(), policy_expire: '2026-04-01', field_estimates: [entry] }], dates)
  }

  test('is not an expiration that nobody has confirmed', () => {
    expect(estimated('crm', false)).toBeNull()
    expect(estimated('crm', true)).toBe('2026-04-01')
  })

  test('is never an expiration that we assumed ourselves, not even a confirmed one', () => {
    expect(estimated('service_model', false)).toBeNull()
    expect(estimated('service_model', true)).toBeNull()
  })
})

describe('the signature', () => {
  test.each(['ada homeowner', '  Ada   HOMEOWNER ', 'ADA\tHOMEOWNER'])('%j is the name', signed_name => {
    expect(problems({ signed_name })).toEqual([])
  })

  test.each(['Ada', 'Ada Homeowne', 'A. Homeowner', 'AdaHomeowner', ''])('%j is not', signed_name => {
    expect(problems({ signed_name })).toEqual(['signed_name name_mismatch'])
  })

  test('a letter is the same however it is composed', () => {
    expect(isSameName('Jose\u0301 Diaz', 'José Diaz')).toBe(true)
  })

  test.each([
    "Seán O'Brien Núñez",
    'Seán O‘Brien Núñez',
    'Seán Oʼbrien Núñez',
    'Seán O´Brien Núñez',
    "sean o'brien nunez",
    "SEÁN  O'BRIEN\u00a0NÚÑEZ",
  ])('%j signs for Seán O’Brien Núñez, whatever the keyboard', typed => {
    expect(isSameName(typed, 'Seán O’Brien Núñez')).toBe(true)
  })

  test('any hyphen joins a double name, and letters with a stroke can be typed without it', () => {
    for (const hyphen of ['-', '‐', '‑', '–', '−'])
      expect(isSameName(`Ann Soren${hyphen}Lund`, 'Ann Søren-Lund')).toBe(true)
  })

  test.each(['Sean OBrien Nunez', 'Sean Brien Nunez', "Sean O'Brien", "Sean O'Brian Nunez"])(
    '%j is another name',
    typed => {
      expect(isSameName(typed, 'Seán O’Brien Núñez')).toBe(false)
    },
  )

  test('a name under a whole form of marks is none, and is refused in no time', () => {
    const marks = '\u0315'.repeat(16_000) + '\u0316'.repeat(16_000)
    expect(isSameName(`Ada Homeowner${marks}`, 'Ada Homeowner')).toBe(false)
  })

  test('without agreement to the disclosures there is none', () => {
    expect(problems({ disclosures_accepted: false })).toEqual(['disclosures_accepted required'])
  })

  test('all that is wrong is told at once', () => {
    expect(problems({ effective_date: '', signed_name: '', disclosures_accepted: false })).toHaveLength(3)
  })
})

test('what was chosen is listed in the order of the homes', () => {
  const three = ['prop_b', 'prop_a', 'prop_c'].map(property_id => ({ ...emptyHome(), property_id }))
  const rows = ['prop_a', 'prop_b', 'prop_c'].map(item => ({
    item,
    selected_at: item === 'prop_c' ? null : now,
  }))
  const chosen = selectedOffers({ ...emptyApplication(), homes: three }, rows as HomeOfferRow[])
  expect(chosen.map(({ item }) => item)).toEqual(['prop_b', 'prop_a'])
})
