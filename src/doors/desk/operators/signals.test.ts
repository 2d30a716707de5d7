import { expect, test } from 'vitest'
import { abuseSignals, type Usage } from './signals.ts'

const calm: Usage = {
  liveByDay: [...Array.from({ length: 29 }, () => 4), 6],
  live: { created: 40, submitted: 30, bound: 5 },
  emails: { sent: 60, dead: 0, suppressed: 0 },
  keysReplaced: 1,
}

test('ordinary use gives no signal', () => {
  expect(abuseSignals(calm)).toEqual([])
})

test.each<[string, Partial<Usage>, string]>([
  [
    'a sudden rise',
    { liveByDay: [...Array.from({ length: 29 }, () => 4), 21] },
    '21 live applications today, against 4.0 on an average day before.',
  ],
  [
    'many unfinished applications',
    { live: { created: 40, submitted: 7, bound: 0 } },
    'Only 7 of 40 live applications were completed.',
  ],
  ['emails that bounced', { emails: { sent: 1, dead: 1, suppressed: 0 } }, '1 email could not be delivered.'],
  [
    'emails over the limit',
    { emails: { sent: 1, dead: 0, suppressed: 3 } },
    '3 emails were held back by a daily limit.',
  ],
  ['many replaced keys', { keysReplaced: 5 }, '5 keys were revoked or replaced.'],
])('%s is a signal', (_name, change, signal) => {
  expect(abuseSignals({ ...calm, ...change })).toEqual([signal])
})

test('just below each threshold there is none', () => {
  expect(
    abuseSignals({
      liveByDay: [...Array.from({ length: 29 }, () => 4), 20],
      live: { created: 40, submitted: 8, bound: 0 },
      emails: { sent: 0, dead: 0, suppressed: 0 },
      keysReplaced: 4,
    }),
  ).toEqual([])
})
