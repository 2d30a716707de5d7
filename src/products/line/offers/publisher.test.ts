import { expect, test } from 'vitest'
import { DAY, HOUR, later, MINUTE } from '../../../platform/lib/clock.ts'
import { turns } from '../wire/waiting-on.ts'
import { turnAmong } from './market-turn.ts'
import { answerDueAt, longerAnswers } from './progress.ts'
import { isTimeToPublish } from './publisher.ts'
import { closesAt } from './questions.ts'

const round = { offers: 2, silent: 1, deferred: 0, windowIsOver: false }

test.each([
  ['every carrier has answered', { silent: 0 }, true],
  ['every carrier has declined', { offers: 0, silent: 0 }, true],
  ['one is silent and the window is open', {}, false],
  ['one is silent and the window is over', { windowIsOver: true }, true],
  ['one is silent, the window is over, and there is no offer', { offers: 0, windowIsOver: true }, false],
  ['the others answer later', { silent: 0, deferred: 3 }, true],
  [
    'all answer later, and there is no offer',
    { offers: 0, silent: 0, deferred: 3, windowIsOver: true },
    false,
  ],
])('offers are published when %s: %o', (_, facts, expected) => {
  expect(isTimeToPublish({ ...round, ...facts })).toBe(expected)
})

const asked = new Date('2026-01-02T15:00:00Z')
const api = { id: 'far', kind: 'api' } as const

test.each([
  ['ten minutes for one that says nothing', api, null, 10 * MINUTE],
  ['three days for one that answers later', api, { expected_by: null }, 3 * DAY],
  ['three days even if it expects to be faster', api, { expected_by: later(asked, HOUR) }, 3 * DAY],
  ['a day more than it expects', api, { expected_by: later(asked, 5 * DAY) }, 6 * DAY],
  ['thirty days at most', api, { expected_by: later(asked, 400 * DAY) }, 30 * DAY],
  [
    'the agency’s own limit',
    { ...api, answerWithinHours: 48 },
    { expected_by: later(asked, 5 * DAY) },
    2 * DAY,
  ],
])('a carrier has %s', (_, carrier, said, milliseconds) => {
  expect(closesAt(asked, carrier, said)).toEqual(later(asked, milliseconds))
})

const silent = { row: null, closesAt: later(asked, 10 * MINUTE) }
const limited = { row: null, closesAt: later(asked, 2 * DAY) }
const said = { row: { expected_by: later(asked, HOUR) }, closesAt: later(asked, 3 * DAY) }
const referred = { row: { expected_by: null }, closesAt: later(asked, 3 * DAY) }
const tooLate = { row: { expected_by: later(asked, 5 * DAY) }, closesAt: later(asked, 2 * DAY) }

test.each([
  ['nothing, while all answer within minutes', [silent], MINUTE, null],
  ['no time, while one with days to answer is silent', [limited, said], MINUTE, { by: null }],
  ['no time, while one is referred', [referred, said], MINUTE, { by: null }],
  ['when the last one said it answers', [silent, said], MINUTE, { by: later(asked, HOUR) }],
  ['no later than the agency waits', [tooLate], MINUTE, { by: later(asked, 2 * DAY) }],
  ['no time that has passed', [said], 2 * HOUR, { by: null }],
])('people who wait for quotes are told %s', (_, open, passed, expected) => {
  const due = later(asked, 10 * MINUTE)
  expect(longerAnswers(open, { due, now: later(asked, passed) })).toEqual(expected)
})

test.each([
  ['nobody is open', [], turns.carrier],
  [
    'one has said nothing',
    [
      { later: null, kind: 'api' },
      { later: 'pending', kind: 'desk' },
    ],
    turns.carrier,
  ],
  [
    'a carrier answers later',
    [
      { later: 'referred', kind: 'api' },
      { later: 'pending', kind: 'desk' },
    ],
    turns.late_carrier,
  ],
  ['only staff are asked', [{ later: 'pending', kind: 'desk' }], turns.staff],
] as const)('whose turn it is when %s', (_, unanswered, turn) => {
  expect(turnAmong(unanswered)).toBe(turn)
})

test.each([
  ['when the carrier said', said, MINUTE, HOUR],
  ['when its time is over, if it said a later day', tooLate, MINUTE, 2 * DAY],
  ['when its time is over, once the moment it said has passed', said, 2 * HOUR, 3 * DAY],
  ['when its time is over, if it said nothing', referred, MINUTE, 3 * DAY],
])('an answer is expected %s', (_, open, passed, expected) => {
  expect(answerDueAt(open, later(asked, passed))).toEqual(later(asked, expected))
})
