import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purgeRows } from '../../../src/platform/audit/retention-store.ts'
import { MINUTE, SECOND } from '../../../src/platform/lib/clock.ts'
import { oneTimeLinks } from '../../../src/platform/signin/link-store.ts'
import { findLink, issueLink, spendLink } from '../../../src/platform/signin/one-time-link.ts'
import { query } from '../../support/database/database.ts'
import { call } from '../../support/people/client.ts'
import { anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'shared-key-of-the-environment'
const purpose = 'operator_dashboard'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
})
afterAll(() => service.stop())

type Options = { search?: string; headers?: Record<string, string>; body?: unknown; from?: TestService }

const open = (key: string | undefined, { search = '', headers = {}, body, from = service }: Options = {}) =>
  call(`${from.url}/api/agent/homeowners/dashboard/session${search}`, {
    method: 'POST',
    headers,
    ...(key !== undefined && { key }),
    ...(body !== undefined && { body }),
  })

const tokenIn = (url: unknown): string => String(url).split('/').at(-1) ?? ''

describe('POST /api/agent/homeowners/dashboard/session', () => {
  test('gives a URL for five minutes; looking at the page does not use it up', async () => {
    const operator = await newOperator(service)
    const search = '?status=quoted&limit=50'
    const asked = Date.now()
    const { status, body } = await open(operator.key, { search })
    expect(status).toBe(200)
    expect(body).toEqual({
      dashboard_url: expect.stringMatching(/^http:\/\/.*\/dashboard\/enter\/[0-9A-Za-z]{32}$/),
      expires_at: expect.any(String),
    })
    const ends = Date.parse(String(body.expires_at))
    expect(ends).toBeGreaterThanOrEqual(asked + 5 * MINUTE)
    expect(ends).toBeLessThanOrEqual(Date.now() + 5 * MINUTE)
    for (let times = 0; times < 2; times++) {
      const page = await call(String(body.dashboard_url))
      expect(page.status).toBe(200)
      expect(page.text).toContain('Continue')
      expect(page.headers.get('referrer-policy')).toBe('same-origin')
    }
    const token = tokenIn(body.dashboard_url)
    expect(await findLink(service.app, { purpose, token })).toMatchObject({
      subject: operator.uid,
      data: { query: { status: 'quoted', limit: 50 } },
    })
  })

  test('takes the filters of the dashboard, its cursor too, and refuses bad ones', async () => {
    const operator = await newOperator(service)
    for (let count = 0; count < 2; count++) await anIntake(service, { owner: operator.uid })
    const page = await call(`${service.url}/api/agent/homeowners/dashboard?limit=1`, { key: operator.key })
    const cursor = page.body.next_cursor
    expect((await open(operator.key, { search: `?limit=1&cursor=${cursor}` })).status).toBe(200)
    for (const search of ['?limit=0', '?status=x', '?who=me', `?uid=a&cursor=${cursor}`])
      expect(await open(operator.key, { search })).toMatchObject({
        status: 400,
        body: { error: 'invalid_request' },
      })
  })

  test('takes no body, or an empty one, and nothing in it', async () => {
    const { key } = await newOperator(service)
    expect((await open(key, { body: {} })).status).toBe(200)
    expect(await open(key, { body: { status: 'quoted' } })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'status', code: 'unknown_field' }] },
    })
  })

  test('no key is 401, a shared key 403', async () => {
    expect((await open(undefined)).status).toBe(401)
    expect(await open(SHARED, { search: '?limit=x' })).toMatchObject({
      status: 403,
      body: { error: 'forbidden' },
    })
  })

  test('a repeated Idempotency-Key gets the same URL; with other filters it is 422', async () => {
    const { key } = await newOperator(service)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await open(key, { headers, search: '?limit=5' })
    const again = await open(key, { headers, search: '?limit=5' })
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await open(key, { headers, search: '?limit=6' })).status).toBe(422)
    expect((await open((await newOperator(service)).key, { headers })).text).not.toBe(first.text)
  })

  test('the token cannot be read from the database', async () => {
    const { key } = await newOperator(service)
    const { body } = await open(key)
    const rows = await query<Record<string, unknown>>(service.databaseUrl, 'select * from one_time_links')
    expect(rows.length).toBeGreaterThan(0)
    const stored = rows.map(row => `${JSON.stringify(row)}${(row.token as Buffer).toString('latin1')}`).join()
    expect(stored).not.toContain(tokenIn(body.dashboard_url))
  })
})

describe('a one-time link', () => {
  const data = { credentialId: 'crd_x', query: { limit: 5 } }
  const issue = (from = service) => issueLink(from.app, { purpose, subject: 'opr_x', data })

  test('of fifty who spend it at once one gets through, and then it is gone', async () => {
    const { token } = await issue()
    const spent = await Promise.all(
      Array.from({ length: 50 }, () => spendLink(service.app, { purpose, token })),
    )
    expect(spent.filter(link => link !== null)).toMatchObject([{ subject: 'opr_x', data }])
    expect(await findLink(service.app, { purpose, token })).toBeNull()
    expect((await call(`${service.url}/dashboard/enter/${token}`)).status).toBe(404)
  })

  test('is good for five minutes, then nothing, and is purged', async () => {
    const own = await serviceForThisTest({ work: false })
    own.stopClock()
    const [{ token }, { token: late }] = [await issue(own), await issue(own)]
    own.pass(5 * MINUTE - 5 * SECOND)
    expect(await spendLink(own.app, { purpose, token })).not.toBeNull()
    own.pass(6 * SECOND)
    expect(await findLink(own.app, { purpose, token: late })).toBeNull()
    expect(await spendLink(own.app, { purpose, token: late })).toBeNull()
    const page = await call(`${own.url}/dashboard/enter/${late}`)
    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('Email me a code') })
    own.pass(25 * 60 * MINUTE)
    await purgeRows(own.app, oneTimeLinks)
    expect(await query(own.databaseUrl, 'select from one_time_links')).toEqual([])
  })

  test.each([['x'], ['%01'], ['%F0%9F%92%A9'], ['a'.repeat(199)]])('%s opens nothing', async token => {
    expect((await call(`${service.url}/dashboard/enter/${token}`)).status).toBe(404)
  })
})
