import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeownersLifecycle } from '../../../src/products/homeowners/application/lifecycle.ts'
import { reviewedLifecycle } from '../../../src/products/line/reviewed-purchase/application/lifecycle.ts'
import { stages } from '../../../src/products/line/wire/waiting-on.ts'
import { call } from '../../support/people/client.ts'
import { aHome, anIntake, changed, newOperator } from '../../support/people/homeowner-intakes.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

type Stands = { stage: string; status: string; detail_status?: string | null }
type Row = Stands & { uid: string; request_uid: string }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

const LINES = {
  homeowners: {
    poll: 'homeowners/quotes',
    rows: 'properties',
    statuses: homeownersLifecycle.states,
    async make(owner: string, status: (typeof homeownersLifecycle.states)[number]) {
      const home = aHome({
        property_id: `prop_${status}`,
        ...(status === 'bound' && { policy_id: 'pol_one' }),
      })
      const intake = await anIntake(service, { owner, sandbox: true, homes: [home] })
      return (await changed(service, intake, { status })).uid
    },
  },
  umbrella: {
    poll: 'umbrella/status',
    rows: 'purchases',
    statuses: reviewedLifecycle.states,
    make: async (owner: string, status: (typeof reviewedLifecycle.states)[number]) =>
      (await umbrellaIn(service, { owner, status })).intake.uid,
  },
} as const

describe.each(['homeowners', 'umbrella'] as const)('of %s, in every status', name => {
  test('the poll, the dashboard and the feed name the same stage and status, and the filters find and count it', async () => {
    const { poll, rows, statuses, make } = LINES[name]
    const { key, uid: owner } = await newOperator(service)
    const api = async (path: string, body?: object): Promise<Record<string, unknown>> =>
      (await call(`${service.url}/api/agent/${path}`, { key, ...(body && { method: 'POST', body }) })).body
    const list = async (search: string) => {
      const { [rows]: found, ...page } = await api(`${name}/dashboard?limit=100&${search}`)
      return { ...page, found: found as Row[] } as { found: Row[]; status_counts: Record<string, number> }
    }
    const uids = new Map<string, string>()
    for (const status of statuses) uids.set(status, await make(owner, status as never))
    const { found, status_counts } = await list('')
    const { changes } = (await api('changes')) as { changes: Row[] }
    for (const [status, uid] of uids) {
      const polled = (await api(poll, { uid })) as unknown as Stands
      const row = found.find(one => uid === (one.uid ?? one.request_uid)) as Row
      const change = changes.findLast(one => one.uid === uid) as Row
      const wordOf = (one: Stands) => [one.stage, one.detail_status ?? one.status]
      expect([wordOf(row), wordOf(change)], status).toEqual([wordOf(polled), wordOf(polled)])
      expect(wordOf(polled)[1]).toBe(status)
    }
    for (const [status, count] of Object.entries(status_counts))
      expect((await list(`status=${status}`)).found, status).toHaveLength(count)
    for (const stage of stages) {
      const shown = (await list(`stage=${stage}`)).found.map(one => one.uid ?? one.request_uid)
      const standing = found.filter(one => one.stage === stage).map(one => one.uid ?? one.request_uid)
      expect(shown, stage).toEqual(standing)
    }
  })
})
