import { expect, test } from 'vitest'
import { farEnd } from '../../test/support/servers/far-end.ts'
import { createBindery } from './client.ts'
import { waitForUmbrellaPolicy } from './wait-for-policy.ts'

const TURNS = {
  chosen: ['status', 'nobody'],
  waiting_on_carrier: ['status', 'carrier'],
  signature_needed: ['status', 'buyer'],
  payment_needed: ['status', 'payment'],
  quoted: ['select', 'buyer'],
  blocked: ['none', 'nobody'],
  bound: ['none', 'nobody'],
} as const

const seen = (
  status: keyof typeof TURNS,
  { held = false, sandbox = false, poll_after_seconds = 2, turn = TURNS[status][1] as string } = {},
) => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...(held && { 'preference-applied': 'wait=25' }) },
  body: JSON.stringify({
    status,
    sandbox,
    next_action: { operation: TURNS[status][0] },
    waiting_on: turn,
    response_summary: `It is ${status}.`,
    poll_after_seconds,
  }),
})

const follow = async (answers: ReturnType<typeof seen>[], withinSeconds = 60) => {
  const { url, keys } = await farEnd(answers)
  const told: string[] = []
  const waited: number[] = []
  const { status } = await waitForUmbrellaPolicy(createBindery({ url }), 'umb_1', {
    withinSeconds,
    onChange: ({ response_summary }) => told.push(response_summary),
    wait: async milliseconds => void waited.push(milliseconds),
  })
  return { status, told, waited, calls: keys.length }
}

test('a purchase is followed until it is bound, each step told once; a poll that is not held waits as the answer says', async () => {
  const steps = [
    seen('chosen'),
    seen('waiting_on_carrier', { held: true }),
    seen('waiting_on_carrier'),
    seen('bound'),
  ]
  expect(await follow(steps)).toEqual({
    status: 'bound',
    told: ['It is chosen.', 'It is waiting_on_carrier.'],
    waited: [2000],
    calls: 4,
  })
})

test.each(['signature_needed', 'payment_needed', 'blocked', 'quoted'] as const)(
  '%s is for a person, so it is returned at once',
  async status => {
    expect(await follow([seen(status)])).toMatchObject({ status, told: [], calls: 1 })
  },
)

test('the sandbox plays the payment, and what is not done in time is returned as it is', async () => {
  const paying = seen('payment_needed', { sandbox: true })
  expect(await follow([paying, seen('bound')])).toMatchObject({ status: 'bound' })
  expect(await follow([paying], 0)).toMatchObject({ status: 'payment_needed', calls: 1 })
})

test('a payment that failed in the sandbox is for a person, and so is a question of the carrier', async () => {
  const failed = seen('payment_needed', { sandbox: true, poll_after_seconds: 60 })
  expect(await follow([failed])).toMatchObject({ status: 'payment_needed', calls: 1 })
  const asked = seen('waiting_on_carrier', { turn: 'buyer' })
  expect(await follow([asked])).toMatchObject({ status: 'waiting_on_carrier', calls: 1 })
})
