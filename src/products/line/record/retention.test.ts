import { expect, test } from 'vitest'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { isOverdue, policyRecordsEnd } from './retention.ts'

const start = new Date('2026-11-16T09:30:00Z')

test.each([
  ['a draft, a moment before 30 days', null, 30 * DAY - 1, false],
  ['a draft, after 30 days', null, 30 * DAY, true],
  ['a quoted application, a moment before 90 days', start, 90 * DAY - 1, false],
  ['a quoted application, after 90 days', start, 90 * DAY, true],
])('%s', (_name, submittedAt, passed, overdue) => {
  expect(isOverdue({ submittedAt, updatedAt: start, erasedAt: null }, later(start, passed))).toBe(overdue)
})

test('the records of a policy end by the rule of its state, and the last policy counts', () => {
  const illinois = { state: 'IL', expiration_date: '2027-12-01' }
  const newYork = { state: 'NY', expiration_date: '2028-03-01' }
  expect(policyRecordsEnd('homeowners', [])).toBeNull()
  expect(policyRecordsEnd('homeowners', [illinois])).toBe('2034-12-01')
  expect(policyRecordsEnd('homeowners', [newYork])).toBe('2034-03-01')
  expect(policyRecordsEnd('homeowners', [newYork, illinois])).toBe('2034-12-01')
})

test.each([
  ['2028-02-29', '2034-03-01'],
  ['2028-02-28', '2034-02-28'],
  ['2028-03-01', '2034-03-01'],
  ['2030-03-01', '2036-03-01'],
])(
  'the records of a policy that ended on %s in New York are kept until %s, never a day less than six years',
  (expiration_date, end) => {
    expect(policyRecordsEnd('homeowners', [{ state: 'NY', expiration_date }])).toBe(end)
  },
)
