import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { SECOND } from '../../../src/platform/lib/clock.ts'
import { coarseStatuses } from '../../../src/products/line/record/status-book.ts'
import { reviewedLifecycle } from '../../../src/products/line/reviewed-purchase/application/lifecycle.ts'
import { databaseInEnglish, query } from '../../support/database/database.ts'
import { type Answer, call } from '../../support/people/client.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { signedInOperator } from '../../support/people/signed-in-operator.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-the-umbrella-dashboard'

type Row = { uid: string; status: string; detail_status: string; waiting_on: string }
type Dashboard = {
  purchases: Row[]
  purchase_count: number
  status_counts: Record<string, number>
  has_more: boolean
  next_cursor: string | null
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
})
afterAll(() => service.stop())

const ask = (key: string, search = ''): Promise<Answer> =>
  call(`${service.url}/api/agent/umbrella/dashboard${search}`, { key })

const look = async (key: string, search = ''): Promise<Dashboard> => {
  const { status, body } = await ask(key, search)
  expect(status).toBe(200)
  return body as Dashboard
}

test('a row tells where a purchase stands, and nothing of who buys', async () => {
  const { key, uid: owner } = await newOperator(service)
  const { intake } = await umbrellaIn(service, { owner, status: 'pending_quotes' })
  const { purchases, ...rest } = await look(key)
  expect(purchases).toEqual([
    {
      uid: intake.uid,
      sandbox: true,
      metadata: {},
      status: 'in_review',
      detail_status: 'pending_quotes',
      stage: 'quoting',
      waiting_on: 'carrier',
      submitted_at: expect.any(String),
      updated_at: expect.any(String),
      inserted_at: expect.any(String),
    },
  ])
  expect(rest).toMatchObject({ operator_uid: owner, purchase_count: 1, has_more: false, next_cursor: null })
})

test('the newest stands first, also on a server that sorts text by a language', async () => {
  const elsewhere = await serviceForThisTest({ databaseUrl: await databaseInEnglish(), work: false })
  const { key, uid: owner } = await newOperator(elsewhere)
  const made: string[] = []
  for (let one = 0; one < 30; one++) {
    elsewhere.pass(9 * SECOND)
    made.unshift((await umbrellaIn(elsewhere, { owner, status: 'needs_more_info' })).intake.uid)
  }
  const [sorted] = await query<{ uids: string[] }>(
    elsewhere.databaseUrl,
    'select array_agg(uid order by uid desc) as uids from intakes',
  )
  expect(sorted?.uids).not.toEqual(made)
  const pages: string[] = []
  for (let cursor = ''; cursor !== 'none'; ) {
    const { body } = await call(`${elsewhere.url}/api/agent/umbrella/dashboard?limit=7${cursor}`, { key })
    const { purchases, next_cursor } = body as Dashboard
    pages.push(...purchases.map(({ uid }) => uid))
    cursor = next_cursor === null ? 'none' : `&cursor=${next_cursor}`
  }
  expect(pages).toEqual(made)
})

test('a page of quoted purchases is made without opening an application', async () => {
  const { key, uid: owner } = await newOperator(service)
  const visit = await signedInOperator(service.url, key)
  const quoted = () => umbrellaIn(service, { owner, status: 'quoted' })
  const { uid } = (await quoted()).intake
  await quoted()
  const opening = vi.spyOn(service.app.sealer, 'openJsonText')
  onTestFinished(() => opening.mockRestore())
  expect((await look(key)).purchases.map(row => row.waiting_on)).toEqual(['buyer', 'buyer'])
  expect((await visit.open('/dashboard')).text).toContain(uid)
  expect(opening.mock.calls.filter(([context]) => context.startsWith('intakes/'))).toEqual([])
})

describe('one purchase in each state', () => {
  let key: string
  let uids: string[]
  beforeAll(async () => {
    const operator = await newOperator(service)
    key = operator.key
    uids = []
    for (const status of reviewedLifecycle.states)
      uids.push((await umbrellaIn(service, { owner: operator.uid, status })).intake.uid)
  })

  test('the row says the same as the status of the purchase', async () => {
    const { purchases } = await look(key, '?limit=100')
    expect(purchases.map(({ uid }) => uid).toSorted()).toEqual(uids.toSorted())
    for (const { uid, detail_status, waiting_on } of purchases) {
      const { body } = await call(`${service.url}/api/agent/umbrella/status`, { key, body: { uid } })
      expect({ status: detail_status, waiting_on }).toEqual({
        status: body.status,
        waiting_on: body.waiting_on,
      })
    }
  })

  test('the counts are those of the rows, and each status filters its own', async () => {
    const { status_counts, purchase_count } = await look(key, '?sandbox=true')
    expect(purchase_count).toBe(reviewedLifecycle.states.length)
    for (const status of coarseStatuses) {
      const found = await look(key, `?limit=100&status=${status}`)
      expect(found.purchase_count).toBe(status_counts[status])
      expect(found.purchases.map(row => row.status)).toEqual(Array(status_counts[status]).fill(status))
    }
  })

  test('pages hold each row once', async () => {
    const seen: string[] = []
    let search = '?limit=7'
    for (let pages = 0; pages < 3; pages++) {
      const { purchases, next_cursor } = await look(key, search)
      seen.push(...purchases.map(({ uid }) => uid))
      search = `?limit=7&cursor=${next_cursor}`
    }
    expect(seen).toHaveLength(uids.length)
    expect(new Set(seen)).toEqual(new Set(uids))
  })

  test('a cursor belongs to its operator and its filters', async () => {
    const { next_cursor } = await look(key, '?limit=1')
    const stranger = await newOperator(service)
    const other = await ask(stranger.key, `?limit=1&cursor=${next_cursor}`)
    const filtered = await ask(key, `?limit=1&status=bound&cursor=${next_cursor}`)
    for (const answer of [other, filtered])
      expect(answer).toMatchObject({ status: 400, body: { fields: [{ code: 'cursor_mismatch' }] } })
  })

  test('uid finds one, and another operator’s uid finds none', async () => {
    expect((await look(key, `?uid=${uids[0]}`)).purchases).toMatchObject([{ uid: uids[0] }])
    const stranger = await newOperator(service)
    expect(await look(stranger.key, `?uid=${uids[0]}`)).toMatchObject({ purchases: [], purchase_count: 0 })
    expect(await look(stranger.key)).toMatchObject({ purchases: [], purchase_count: 0 })
  })

  test('a shared key is 403', async () => {
    expect(await ask(SHARED)).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  })
})
