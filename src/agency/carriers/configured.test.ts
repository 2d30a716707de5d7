import { expect, test } from 'vitest'
import { states } from '../rating/plan.ts'
import {
  type HomeCarriers,
  liveHomeCarriers,
  liveUmbrellaCarriers,
  sandboxHomeCarriers,
  sandboxUmbrellaCarriers,
  type UmbrellaCarriers,
} from './configured.ts'
import { modeOf, statesServed } from './contract/carrier.ts'
import type { HomeCarrier } from './homeowners/carrier.ts'
import type { UmbrellaCarrier } from './umbrella/carrier.ts'

const configured: HomeCarrier<'live'> = {
  id: 'configured',
  name: 'Configured Carrier',
  mode: 'live',
  kind: 'api',
  states: ['OH'],
  bind: async () => ({ kind: 'blocked', reason_code: 'no', reason: 'No.' }),
  quote: async () => ({ kind: 'decline', reason_code: 'closed', reason: 'Closed.' }),
}

const configuredUmbrella: UmbrellaCarrier<'live'> = {
  id: 'configured',
  name: 'Configured Carrier',
  mode: 'live',
  kind: 'api',
  states: ['OH'],
  workflow: 'agency_pay',
  requiresSignature: false,
  takeDocument: async () => ({ kind: 'received' as const }),
  quote: async () => ({ kind: 'decline', reason_code: 'closed', reason: 'Closed.' }),
  bind: async () => ({ kind: 'blocked', reason_code: 'closed', reason: 'Closed.' }),
}

test('a sandbox carrier among live ones does not compile', () => {
  const [homes, umbrellas] = [sandboxHomeCarriers(), sandboxUmbrellaCarriers()]
  // @ts-expect-error a live list takes live carriers only
  const live: HomeCarriers['live'] = homes
  // @ts-expect-error nor can one be configured
  const withSandbox = () => liveHomeCarriers({ configured: homes, demo: true })
  // @ts-expect-error the same for umbrellas
  const liveUmbrellas: UmbrellaCarriers['live'] = umbrellas
  // @ts-expect-error and there
  const withSandboxUmbrella = () => liveUmbrellaCarriers({ configured: umbrellas, demo: true })
  expect([live, withSandbox, liveUmbrellas, withSandboxUmbrella]).toHaveLength(4)
})

test('an intake reaches the carriers of its own mode', () => {
  const homes: HomeCarriers = { live: liveHomeCarriers({ demo: true }), sandbox: sandboxHomeCarriers() }
  const umbrellas: UmbrellaCarriers = {
    live: liveUmbrellaCarriers({ demo: true }),
    sandbox: sandboxUmbrellaCarriers(),
  }
  for (const sandbox of [true, false]) {
    for (const { mode } of [...homes[modeOf({ sandbox })], ...umbrellas[modeOf({ sandbox })]])
      expect(mode).toBe(sandbox ? 'sandbox' : 'live')
  }
})

test('configured carriers join the built-in ones, each id once', () => {
  const ids = liveHomeCarriers({ configured: [configured], demo: true }).map(({ id }) => id)
  expect(ids).toContain('configured')
  expect(ids).toHaveLength(liveHomeCarriers({ demo: true }).length + 1)
  expect(() => liveHomeCarriers({ configured: [configured, configured], demo: true })).toThrow(
    'two carriers have the id configured',
  )
  const umbrellas = liveUmbrellaCarriers({ configured: [configuredUmbrella], demo: true })
  expect(umbrellas).toHaveLength(liveUmbrellaCarriers({ demo: true }).length + 1)
  expect(() =>
    liveUmbrellaCarriers({ configured: [configuredUmbrella, configuredUmbrella], demo: true }),
  ).toThrow('the id configured')
})

test('both modes serve the 50 states and DC', () => {
  expect(statesServed(liveHomeCarriers({ demo: true }))).toEqual(states)
  expect(statesServed(sandboxHomeCarriers())).toEqual(states)
  expect(statesServed([configured])).toEqual(['OH'])
  expect(statesServed(liveUmbrellaCarriers({ demo: true }))).toEqual(states)
  expect(statesServed(sandboxUmbrellaCarriers())).toEqual(states)
  expect(statesServed([configuredUmbrella])).toEqual(['OH'])
})

test('no two built-in carriers share an id, whatever they write', () => {
  const ids = [
    ...liveHomeCarriers({ demo: true }),
    ...sandboxHomeCarriers(),
    ...liveUmbrellaCarriers({ demo: true }),
    ...sandboxUmbrellaCarriers(),
  ].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('both ways to collect are to be found among the built-in umbrella carriers, and in the sandbox', () => {
  for (const carriers of [liveUmbrellaCarriers({ demo: true }), sandboxUmbrellaCarriers()])
    expect(new Set(carriers.map(({ workflow }) => workflow))).toEqual(
      new Set(['agency_pay', 'carrier_direct']),
    )
})
