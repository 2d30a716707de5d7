import { expect, test } from 'vitest'
import { Failure } from '../../../platform/errors.ts'
import { lifecycle } from './lifecycle.ts'

const door = lifecycle({ open: { shut: 'closed' }, closed: { pull: 'open', lock: 'locked' }, locked: {} })

test('an event of the table leads to its state', () => {
  expect(door.next('open', 'shut')).toBe('closed')
  expect(door.next(door.next('open', 'shut'), 'lock')).toBe('locked')
  expect(door.states).toEqual(['open', 'closed', 'locked'])
})

test('an event that the state does not take is a conflict that names the state', () => {
  expect(door.allows('locked', 'pull')).toBe(false)
  expect(() => door.next('locked', 'pull')).toThrow(Failure)
  try {
    door.next('locked', 'pull')
  } catch (error) {
    expect((error as Failure).details.current_status).toBe('locked')
  }
})

test('an unknown state or event, or a table that leads nowhere, does not compile', () => {
  // @ts-expect-error no such state
  expect(() => door.next('ajar', 'shut')).toThrow()
  // @ts-expect-error no such event
  expect(() => door.next('open', 'toString')).toThrow()
  // @ts-expect-error nothing is called gone
  lifecycle({ here: { leave: 'gone' } })
})
