import { expect, test } from 'vitest'
import { farEnd } from '../../test/support/servers/far-end.ts'
import { createBindery } from './client.ts'
import { waitForUmbrellaPolicy } from './wait-for-policy.ts'

const seen = (status: string, { held = false, sandbox = false } = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...(held && { 'preference-applied': 'wait=25' }) },
  body: JSON.stringify({ status, sandbox, response_summary: `It is ${status}.`, poll_after_seconds: 2 }),
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

test.each(['signature_needed', 'payment_needed', 'blocked', 'quoted'])(
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
