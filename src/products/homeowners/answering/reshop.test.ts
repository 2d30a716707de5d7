import { expect, test } from 'vitest'
import { versionsOf } from '../../../../test/support/people/versions-of.ts'
import { emptyApplication, emptyHome } from '../application/application.ts'
import { homeFromEarlier } from './reshop.ts'

/** 8 p.m. on New Year’s Eve in Honolulu, 1 a.m. on New Year’s Day in New York. */
const now = new Date('2027-01-01T06:00:00Z')
const versions = versionsOf({ period: { from: '2026-01-20', to: '2027-01-20' } })
const ending = { item: 'prp_1', carrier: 'Elm', versions }

const daysIn = (state: string) => {
  const insured = { ...emptyHome(), property_id: 'prp_1', state }
  const [home] = homeFromEarlier({ ...emptyApplication(), homes: [insured] }, ending, now)?.homes ?? []
  return new Set(home?.field_estimates.map(({ estimated_at }) => estimated_at))
}

test('answers from an earlier application are estimates of the day where the home is', () => {
  expect(daysIn('HI')).toEqual(new Set(['2026-12-31']))
  expect(daysIn('NY')).toEqual(new Set(['2027-01-01']))
})
