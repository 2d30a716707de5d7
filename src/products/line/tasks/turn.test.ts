import { expect, test } from 'vitest'
import { turns } from '../wire/waiting-on.ts'
import { turnWithTasks } from './turn.ts'

const at = new Date()
const idle = { asked_at: null, answered_at: null }
const quoting = { person: turns.homeowner, market: turns.late_carrier, kind: 'quote' } as const
const buying = { person: turns.homeowner, market: turns.late_carrier, kind: 'bind' } as const

test('a person whom a carrier asked is waited for, until they answer', () => {
  expect(turnWithTasks([{ kind: 'quote', asked_at: at, answered_at: null }], quoting)).toBe(turns.homeowner)
  expect(turnWithTasks([{ kind: 'quote', asked_at: at, answered_at: at }], quoting)).toBe(turns.late_carrier)
  expect(turnWithTasks([{ kind: 'quote', asked_at: at, answered_at: null }], buying)).toBe(turns.late_carrier)
})

test('staff are waited for while they buy, and the market while nobody here has a task', () => {
  expect(turnWithTasks([{ kind: 'bind', ...idle }], buying)).toEqual(turns.staff)
  expect(turnWithTasks([], buying)).toBe(turns.late_carrier)
  expect(turnWithTasks([], { ...buying, market: turns.carrier })).toBe(turns.carrier)
})
