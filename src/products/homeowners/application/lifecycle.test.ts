import { expect, test } from 'vitest'
import { homeownersLifecycle as life } from './lifecycle.ts'
import { publicStatus } from './statuses.ts'

test('an application goes from its first answers to a policy', () => {
  let state = life.next('needs_more_info', 'submit')
  state = life.next(state, 'offers_arrived')
  state = life.next(state, 'select')
  expect(life.next(state, 'bind_ordered')).toBe(state)
  expect(life.next(state, 'bind')).toBe('bound')
})

test('homes that were bought leave the others quoted', () => {
  expect(life.next('selected', 'bind_some')).toBe('quoted')
  expect(life.next('quoted', 'select')).toBe('selected')
})

test('a carrier that refuses leads back to the offers, one that asks leaves the choice as it is', () => {
  expect(life.next('selected', 'bind_refused')).toBe('quoted')
  expect(life.next('selected', 'bind_info_requested')).toBe('selected')
})

test('the homeowner can withdraw until a policy is bound, and keeps what was issued', () => {
  for (const state of ['needs_more_info', 'pending_quotes', 'quoted', 'selected'] as const) {
    expect(life.next(state, 'withdraw')).toBe('withdrawn')
    expect(life.next(state, 'rest_withdrawn')).toBe('bound')
  }
  expect(life.allows('bound', 'withdraw')).toBe(false)
})

test('only what was selected can be bound', () => {
  for (const state of life.states) expect(life.allows(state, 'bind_ordered')).toBe(state === 'selected')
})

test('a changed rated value and expired offers lead back to quoting, a lost consent back to the start', () => {
  for (const state of ['quoted', 'selected'] as const) {
    expect(life.next(state, 'rated_value_changed')).toBe('pending_quotes')
    expect(life.next(state, 'offers_expired')).toBe('pending_quotes')
    expect(life.next(state, 'consent_outdated')).toBe('needs_more_info')
    expect(life.next(state, 'consent_withdrawn')).toBe('needs_more_info')
  }
})

test('nothing leaves bound, withdrawn or expired', () => {
  expect(life.next('bound', 'consent_withdrawn')).toBe('bound')
  for (const state of ['withdrawn', 'expired'] as const) {
    expect(life.allows(state, 'submit')).toBe(false)
    expect(life.allows(state, 'rated_value_changed')).toBe(false)
  }
  expect(life.allows('bound', 'rated_value_changed')).toBe(false)
})

test('the operator sees three states, and the rest as a detail of quoted', () => {
  expect(life.states.map(publicStatus)).toEqual([
    { status: 'needs_more_info' },
    { status: 'pending_quotes' },
    { status: 'quoted' },
    ...(['selected', 'bound', 'withdrawn', 'expired'] as const).map(detail_status => ({
      status: 'quoted',
      detail_status,
    })),
  ])
})
