import { expect, test } from 'vitest'
import { states } from '../rating/state-rules.ts'
import type { LiveCarrier } from './mode.ts'
import { type HomeCarriers, liveHomeCarriers, modeOf, sandboxHomeCarriers, statesServed } from './registry.ts'

const configured: LiveCarrier = {
  id: 'configured',
  name: 'Configured Carrier',
  mode: 'live',
  homeownersStates: ['OH'],
  quoteHome: async () => ({ kind: 'decline', reason_code: 'closed', reason: 'Closed.' }),
}

test('a sandbox carrier among live ones does not compile', () => {
  const sandbox = sandboxHomeCarriers()
  // @ts-expect-error a live list takes live carriers only
  const live: HomeCarriers['live'] = sandbox
  // @ts-expect-error nor can one be configured
  const withSandbox = () => liveHomeCarriers(sandbox)
  expect([live, withSandbox]).toHaveLength(2)
})

test('an intake reaches the carriers of its own mode', () => {
  const carriers: HomeCarriers = { live: liveHomeCarriers(), sandbox: sandboxHomeCarriers() }
  for (const sandbox of [true, false]) {
    for (const { mode } of carriers[modeOf({ sandbox })]) expect(mode).toBe(sandbox ? 'sandbox' : 'live')
  }
})

test('configured carriers join the built-in ones, each id once', () => {
  const ids = liveHomeCarriers([configured]).map(({ id }) => id)
  expect(ids).toContain('configured')
  expect(ids).toHaveLength(liveHomeCarriers().length + 1)
  expect(() => liveHomeCarriers([configured, configured])).toThrow('two carriers have the id configured')
})

test('both modes serve the 50 states and DC', () => {
  expect(statesServed(liveHomeCarriers())).toEqual(states)
  expect(statesServed(sandboxHomeCarriers())).toEqual(states)
  expect(statesServed([configured])).toEqual(['OH'])
})
