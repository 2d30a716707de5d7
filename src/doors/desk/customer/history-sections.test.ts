import { expect, test } from 'vitest'
import { timelineOf } from './history-sections.ts'

const step = (second: number, event: string) => ({
  at: new Date(Date.UTC(2026, 10, 16, 9, 0, second)),
  actor: 'buyer',
  event,
})

test('the steps of all applications of a person are one timeline, newest first, each with its line and operator', () => {
  const told = timelineOf({
    uid: 'hom_1',
    line: 'homeowners',
    owner: 'opr_a',
    history: [step(1, 'created'), step(3, 'updated'), step(3, 'submitted')],
    others: [{ uid: 'umb_1', line: 'umbrella', owner: null, steps: [step(2, 'created'), step(4, 'quoted')] }],
  })
  expect(told.map(({ uid, line, owner, event }) => [uid, line, owner, event])).toEqual([
    ['umb_1', 'umbrella', null, 'quoted'],
    ['hom_1', 'homeowners', 'opr_a', 'submitted'],
    ['hom_1', 'homeowners', 'opr_a', 'updated'],
    ['umb_1', 'umbrella', null, 'created'],
    ['hom_1', 'homeowners', 'opr_a', 'created'],
  ])
})
