import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getKey, newEmail } from '../../test/support/client.ts'
import { completeIntake } from '../../test/support/homeowners.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { bindAnswers, completeHousehold } from '../../test/support/umbrella.ts'
import { until } from '../../test/support/until.ts'
import { answerOf, BinderyError, createBindery } from './client.ts'
import { waitForHomeownersQuotes, waitForUmbrellaQuotes } from './wait-for-quotes.ts'

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService()
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

describe('against the service', () => {
  test('a home is quoted', async () => {
    const bindery = createBindery({ url: service.url, key })
    const { uid } = answerOf(
      await bindery.POST('/api/agent/homeowners/quotes', {
        body: { intake: completeIntake(), credit_check_authorized: true, sandbox: true },
      }),
    )
    const { status, offers = [] } = await waitForHomeownersQuotes(bindery, uid)
    expect(status).toBe('quoted')
    expect(offers.length).toBeGreaterThan(0)
  })

  test('an umbrella is bought, from the draft to the policy', async () => {
    const bindery = createBindery({ url: service.url, key })
    const { uid, review_token = '' } = answerOf(
      await bindery.POST('/api/agent/umbrella/draft', {
        body: { intake: completeHousehold(bindAnswers()), sandbox: true },
      }),
    )
    await bindery.POST('/api/agent/umbrella/quotes', {
      body: { uid, review_token, review_confirmed: true },
    })
    const { status, offers = [] } = await waitForUmbrellaQuotes(bindery, uid)
    expect(status).toBe('quoted')
    // One that collects documents and payment itself.
    const chosen = offers.find(({ carrier }) => carrier.includes('Marrowby'))
    const selected = answerOf(
      await bindery.POST('/api/agent/umbrella/select', {
        body: {
          uid,
          selection_token: chosen?.selection_token ?? '',
          selection_confirmed: true,
          credit_consent: { answer: 'Yes', collected_from_user: true },
        },
      }),
    )
    expect(selected.status).toBe('ready_to_finalize')
    answerOf(await bindery.POST('/api/agent/umbrella/bind', { body: { uid } }))
    const policy = await until(async () => {
      const seen = answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid } }))
      return seen.status === 'bound' ? seen.policy : null
    })
    expect(policy?.carrier).toContain('Marrowby')
  })

  test('a shopper needs no key: the token of the latest answer goes into the next call', async () => {
    const bindery = createBindery({ url: service.url })
    const { uid, intake_access_token } = answerOf(
      await bindery.POST('/api/consumer/homeowners/prefill', {
        body: { intake: completeIntake(), sandbox: true },
      }),
    )
    const issues = answerOf(
      await bindery.GET('/api/intake/{uid}/issues', {
        params: { path: { uid } },
        headers: { Authorization: `Bearer ${intake_access_token}` },
      }),
    )
    expect(issues).toMatchObject({ uid, status: 'needs_more_info' })
  })

  test('a refusal is an error that names the field', async () => {
    const bindery = createBindery({ url: service.url, key })
    const refused = bindery
      .POST('/api/agent/calculators/home', { body: { zip: '94110', home_sqft: 1 } })
      .then(answerOf)
    await expect(refused).rejects.toBeInstanceOf(BinderyError)
    await expect(refused).rejects.toMatchObject({
      status: 400,
      failure: { error: 'invalid_request', fields: [{ path: 'home_sqft' }] },
    })
  })
})

/** A far end that answers as the test says, and remembers the keys it was called with. */
const farEnd = async (answers: { status: number; retryAfter?: string; body?: object }[]) => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    const { status, retryAfter, body = {} } = answers[keys.length - 1] ?? { status: 200 }
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter && { 'retry-after': retryAfter }),
    })
    response.end(status === 200 ? JSON.stringify(body) : '{"error":"rate_limited","message":"wait"}')
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.close()
  })
  const waited: number[] = []
  const bindery = createBindery({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    wait: async milliseconds => {
      waited.push(milliseconds)
    },
  })
  const price = () => bindery.POST('/api/agent/calculators/home', { body: { zip: '94110', home_sqft: 900 } })
  return { bindery, price, keys, waited }
}

describe('when the far end is busy', () => {
  test('it waits as long as Retry-After says and calls again with the same key', async () => {
    const { price, keys, waited } = await farEnd([{ status: 429, retryAfter: '7' }])
    expect((await price()).response.status).toBe(200)
    expect(waited).toEqual([7000])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('it gives up after four calls and hands out the last answer', async () => {
    const busy = { status: 503, retryAfter: '1' }
    const { price, keys } = await farEnd([busy, busy, busy, busy, busy])
    expect((await price()).response.status).toBe(503)
    expect(keys).toHaveLength(4)
  })

  test('a wait that is too long is not made', async () => {
    const { price, keys } = await farEnd([{ status: 429, retryAfter: '3600' }])
    expect((await price()).response.status).toBe(429)
    expect(keys).toHaveLength(1)
  })

  test('a poll that it does not hold is made again when the answer says', async () => {
    const pending = { status: 200, body: { status: 'pending_quotes', poll_after_seconds: 2 } }
    const quoted = { status: 200, body: { status: 'quoted' } }
    const { bindery, keys } = await farEnd([pending, pending, quoted])
    const waited: number[] = []
    const wait = async (milliseconds: number) => {
      waited.push(milliseconds)
    }
    expect(await waitForHomeownersQuotes(bindery, 'hom_1', { wait })).toMatchObject(quoted.body)
    expect(waited).toEqual([2000, 2000])
    expect(keys).toHaveLength(3)
  })
})
