import { expect, test } from 'vitest'
import { versionsOf } from '../../../test/support/people/versions-of.ts'
import { householdFromEarlier } from '../line/reviewed-purchase/answering/save-draft.ts'
import { emptyApplication } from '../line/reviewed-purchase/application/application.ts'
import { umbrellaLine } from './line.ts'

/** 8 p.m. on New Year’s Eve in Honolulu, 1 a.m. on New Year’s Day in New York. */
const now = new Date('2027-01-01T06:00:00Z')
const ending = { carrier: 'Elm', versions: versionsOf({ period: { from: '2025-12-31', to: '2026-12-31' } }) }

const startIn = (state: string): string | undefined => {
  const household = { ...emptyApplication().household, state }
  return householdFromEarlier(umbrellaLine, { ...emptyApplication(), household }, { policy: ending, now })
    ?.household.effective_date
}

test('a policy that ends today where the household lives is followed from today, not one that ended before', () => {
  expect(startIn('HI')).toBe('2026-12-31')
  expect(startIn('NY')).toBeUndefined()
})
