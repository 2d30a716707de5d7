import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { claimed } from '../../support/people/agent-identity.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { calculate, sendForm } from '../../support/people/oauth.ts'
import { onceAnswered } from '../../support/runs/once-answered.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import { startProcess } from '../../support/servers/process.ts'
import { startTestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-two-processes'
const KEYS = scaled(20, 1000)
const TWINS = scaled(10, 20)

/** Several workers take the next item until none is left: many calls under way, never all at once. */
const inParallel = async <T, R>(items: T[], workers: number, act: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const queue = items.entries()
  const work = async () => {
    for (const [at, item] of queue) results[at] = await act(item)
  }
  await Promise.all(Array.from({ length: workers }, work))
  return results
}

type Two = Awaited<ReturnType<typeof startTwo>>

/** One is a process of its own, the other is in the process of the tests. */
const startTwo = async (env: Record<string, string>) => {
  const databaseUrl = await createDatabase()
  const options = { databaseUrl, env: { LOG_LEVEL: 'warn', ...env } }
  const [one, other] = await Promise.all([startProcess(options), startTestService(options)])
  return {
    databaseUrl,
    urlOf: (at: number): string => (at % 2 === 0 ? one : other).url,
    stop: () => Promise.all([one.stop(), other.stop()]),
  }
}

describe('two processes on one database', () => {
  let two: Two
  const urlOf = (at: number): string => two.urlOf(at)
  beforeAll(async () => {
    two = await startTwo({ RATE_LIMITS: 'off' })
  })
  afterAll(() => two.stop())

  test(
    `${KEYS} Idempotency-Keys × ${TWINS} simultaneous duplicates give exactly ${KEYS} rotations`,
    async () => {
      const operators = await inParallel(
        Array.from({ length: KEYS }, (_, at) => ({ url: urlOf(at), email: newEmail(), id: randomUUID() })),
        8,
        async ({ url, email, id }) => ({ id, key: await getKey(url, email) }),
      )
      const groups = await inParallel(operators, 8, ({ id, key }) =>
        Promise.all(
          Array.from({ length: TWINS }, (_, twin) =>
            onceAnswered(() =>
              call(`${urlOf(twin)}/api/agent/key/rotate`, {
                method: 'POST',
                key,
                headers: { 'idempotency-key': id },
              }),
            ),
          ),
        ),
      )
      for (const answers of groups) {
        expect(answers.map(({ status }) => status)).toEqual(Array(TWINS).fill(200))
        expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
        expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
      }
      const [counted] = await query<{ rotations: string }>(
        two.databaseUrl,
        'select count(*) as rotations from credentials where revoked_at is not null',
      )
      expect(Number(counted?.rotations)).toBe(KEYS)
      const [emails] = await query<{ count: string }>(
        two.databaseUrl,
        "select count(*) from emails where subject like '%was replaced'",
      )
      expect(Number(emails?.count)).toBe(KEYS)
    },
    scaled(120_000, 1_800_000),
  )

  test('a key rotated in one process is dead in the other within a second', async () => {
    const key = await getKey(urlOf(0), newEmail())
    const other = `${urlOf(1)}/api/agent/key/rotate`
    // The other process has just seen the key alive, and remembers it: the body is refused, not the key.
    expect((await call(other, { key, body: '{' })).status).toBe(400)
    await call(`${urlOf(0)}/api/agent/key/rotate`, { method: 'POST', key })
    const rotatedAt = performance.now()
    let lastAdmitted = 0
    await until(async () => {
      const sentAfter = performance.now() - rotatedAt
      const { status } = await call(other, { key, body: '{' })
      if (status !== 401) lastAdmitted = sentAfter
      return status === 401
    })
    expect(lastAdmitted).toBeLessThan(1000)
  })

  test('an access token revoked in one process is dead in the other within a second', async () => {
    const { identity_assertion } = (await claimed({ url: urlOf(0) })).body
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: String(identity_assertion),
    }
    // Each process has an issuer of its own name, so the assertion goes back to where it came from.
    const token = String((await sendForm(`${urlOf(0)}/oauth2/token`, form)).body.access_token)
    expect((await calculate({ url: urlOf(1) }, token)).status).toBe(200)
    await sendForm(`${urlOf(0)}/oauth2/revoke`, { token })
    const revokedAt = performance.now()
    let lastAdmitted = 0
    await until(async () => {
      const sentAfter = performance.now() - revokedAt
      const { status } = await calculate({ url: urlOf(1) }, token)
      if (status !== 401) lastAdmitted = sentAfter
      return status === 401
    })
    expect(lastAdmitted).toBeLessThan(1000)
  })
})

describe('budgets over two processes', () => {
  let two: Two
  beforeAll(async () => {
    two = await startTwo({ RATE_LIMITS: 'key_confirm=30/10', SHARED_KEYS: SHARED })
  })
  afterAll(() => two.stop())

  test('90 concurrent calls with a budget of 30 admit 30, and 30 more no later than Retry-After says', async () => {
    const confirm = (at: number) =>
      call(`${two.urlOf(at)}/api/agent/key/confirm`, { body: { email: newEmail(), otp: '000000' } })
    const answers = await Promise.all(Array.from({ length: 90 }, (_, at) => confirm(at)))
    const admitted = answers.filter(({ status }) => status === 401)
    const refused = answers.filter(({ status }) => status === 429)
    // On a busy machine some are told to come again before they are counted.
    const uncounted = answers.filter(({ status }) => status === 503)
    expect(admitted).toHaveLength(30)
    expect(refused.length + uncounted.length).toBe(60)
    const wait = Math.max(...refused.map(({ headers }) => Number(headers.get('retry-after'))))
    expect(wait).toBeGreaterThanOrEqual(1)
    const refusedAt = performance.now()
    let lastRefused = 0
    await until(async () => {
      const sentAfter = performance.now() - refusedAt
      const { status } = await confirm(0)
      if (status === 429) lastRefused = sentAfter
      return status === 401
    })
    expect(lastRefused).toBeLessThanOrEqual(wait * 1000)
    const retried = await Promise.all(Array.from({ length: 29 }, (_, at) => onceAnswered(() => confirm(at))))
    expect(retried.map(({ status }) => status)).toEqual(Array(29).fill(401))
  })

  test('360 concurrent calculations with a budget of 120 admit 120, or at most one lease fewer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 360 }, (_, at) =>
        call(`${two.urlOf(at)}/api/agent/calculators/umbrella`, { key: SHARED, body: { zip: '60601' } }),
      ),
    )
    const admitted = answers.filter(({ status }) => status === 200).length
    expect(admitted).toBeLessThanOrEqual(120)
    expect(admitted).toBeGreaterThanOrEqual(114)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(360 - admitted)
  })
})
