import { expect, test } from 'vitest'
import { later, MINUTE } from '../../../platform/lib/clock.ts'
import { historyOf } from './reviewed-request.ts'

const start = new Date('2026-03-01T09:00:00Z')

const walk = (...events: [event: string, actor: string][]) =>
  historyOf(
    events.map(([event, actor], at) => ({ event, actor, at: later(start, at * MINUTE) })),
    'opr_us',
  )

test('the history of an umbrella names nobody, tells repeats once, and leaves out what it has no words for', () => {
  const steps = walk(
    ['answers_missing', 'opr_us'],
    ['answers_missing', 'opr_us'],
    ['answers_missing', 'opr_us'],
    ['toString', 'service'],
    ['signed', 'buyer'],
    ['documents_accepted', 'staff:stf_1'],
  )
  expect(steps.map(({ words, who, times }) => [words, who, times])).toEqual([
    ['Request created', 'You', 1],
    ['Answers added or changed: more are required', 'You', 2],
    ['Signed by the buyer', 'Buyer', 1],
    ['Documents accepted: payment requested', 'Bindery', 1],
  ])
  expect(steps[1]?.at).toEqual(later(start, 2 * MINUTE))
  expect(JSON.stringify(steps)).not.toMatch(/stf_1|opr_us/)
})
