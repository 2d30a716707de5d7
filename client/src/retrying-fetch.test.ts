import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getKey, mailbox, newEmail, requestCode } from '../../test/support/people/client.ts'
import { completeHousehold } from '../../test/support/people/umbrella-applications.ts'
import { farEnd } from '../../test/support/servers/far-end.ts'
import { freePort } from '../../test/support/servers/free-port.ts'
import { startTestService, type TestService } from '../../test/support/servers/service.ts'
import { type Bindery, type BinderyOptions, createBindery } from './client.ts'

/** A client that records waits instead of waiting. */
const hasty = (options: BinderyOptions) => {
  const waited: number[] = []
  const wait = async (milliseconds: number) => void waited.push(milliseconds)
  return { bindery: createBindery({ wait, ...options }), waited }
}

const price = (bindery: Bindery) =>
  bindery.POST('/api/agent/calculators/home', { body: { zip: '94110', home_sqft: 900 } })

const askForKey = (bindery: Bindery, email = newEmail()) =>
  bindery.POST('/api/agent/key/request', { body: { email } })

describe('when the far end is busy', () => {
  const busy = (status: number, seconds: number) => ({
    status,
    headers: { 'content-type': 'application/json', 'retry-after': String(seconds) },
  })

  test('it waits as long as Retry-After says and calls again with the same key', async () => {
    const { url, keys } = await farEnd([busy(429, 7)])
    const { bindery, waited } = hasty({ url })
    expect((await price(bindery)).response.status).toBe(200)
    expect(waited).toEqual([7000])
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  test('it gives up after four calls and hands out the last answer', async () => {
    const { url, keys } = await farEnd(Array.from({ length: 5 }, () => busy(503, 1)))
    expect((await price(hasty({ url }).bindery)).response.status).toBe(503)
    expect(keys).toHaveLength(4)
  })

  test('a wait that is too long is not made', async () => {
    const { url, keys } = await farEnd([busy(429, 3600)])
    expect((await price(hasty({ url }).bindery)).response.status).toBe(429)
    expect(keys).toHaveLength(1)
  })

  test('where no answer is kept, 429 is called again and 503 is not: that may have happened', async () => {
    const limited = await farEnd([busy(429, 7)])
    expect((await askForKey(hasty(limited).bindery)).response.status).toBe(200)
    expect(limited.keys).toEqual([undefined, undefined])
    const unsure = await farEnd([busy(503, 1)])
    expect((await askForKey(hasty(unsure).bindery)).response.status).toBe(503)
    expect(unsure.keys).toHaveLength(1)
  })

  test('a call that its caller gave up is not made again', async () => {
    const caller = new AbortController()
    let calls = 0
    const { bindery, waited } = hasty({
      url: 'http://127.0.0.1:1',
      fetch: async () => {
        calls += 1
        caller.abort()
        throw new DOMException('This operation was aborted', 'AbortError')
      },
    })
    const asked = bindery.GET('/api/agent/homeowners/dashboard', { signal: caller.signal })
    await expect(asked).rejects.toThrow('aborted')
    expect([calls, waited]).toEqual([1, []])
  })

  test('a connection that was refused is tried again whatever the operation: nothing was sent', async () => {
    const port = await freePort()
    const opened: Awaited<ReturnType<typeof farEnd>>[] = []
    const { bindery } = hasty({
      url: `http://127.0.0.1:${port}`,
      wait: async () => void opened.push(await farEnd([], port)),
    })
    expect((await askForKey(bindery)).response.status).toBe(200)
    expect(opened.map(({ keys }) => keys.length)).toEqual([1])
  })
})

describe('when the answer of the service is lost', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  /** The service carries out the first call, but its response is lost. */
  const losing = (key?: string) => {
    let calls = 0
    const send: typeof fetch = async (...call) => {
      const answer = await fetch(...call)
      if (++calls > 1) return answer
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
      })
    }
    return hasty({ url: service.url, key, fetch: send }).bindery
  }

  test('a change that the service remembers is asked for again, and was made once', async () => {
    const key = await getKey(service.url, newEmail())
    const { data, response } = await losing(key).POST('/api/agent/umbrella/draft', {
      body: { intake: completeHousehold(), sandbox: true },
    })
    expect(data).toHaveProperty('uid')
    expect(response.headers.get('idempotency-replayed')).toBe('true')
  })

  test('a used code is not sent again: the caller learns of the loss, not of a wrong code', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const confirmed = losing().POST('/api/agent/key/confirm', { body: { email, otp } })
    await expect(confirmed).rejects.toThrow('fetch failed')
  })

  test('nor is it under a key of the caller, which the service would not remember', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const headers = { 'Idempotency-Key': 'mine' }
    const confirmed = losing().POST('/api/agent/key/confirm', { body: { email, otp }, headers })
    await expect(confirmed).rejects.toThrow('fetch failed')
  })

  test('a code is emailed once', async () => {
    const email = newEmail()
    await expect(askForKey(losing(), email)).rejects.toThrow('fetch failed')
    expect(await mailbox(service.url, email)).toHaveLength(1)
  })

  test('an agent registers once', async () => {
    const login_hint = newEmail()
    const registered = losing().POST('/agent/identity', { body: { type: 'service_auth', login_hint } })
    await expect(registered).rejects.toThrow('fetch failed')
    expect(await mailbox(service.url, login_hint)).toHaveLength(1)
  })
})
