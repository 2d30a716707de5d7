import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordVersion } from '../../../src/agency/policies/keep-versions.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { withLimits } from '../../../src/agency/policies/versions.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import {
  bindAnswers,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

type Row = { policy_id: string; uid: string; ends_on: string }

const list = async (query: Record<string, string> = {}, by = key) => {
  const { body } = await call(`${service.url}/api/agent/policies?${new URLSearchParams(query)}`, { key: by })
  return body as { policies: Row[]; has_more: boolean; next_cursor: string | null }
}

const uidsOf = ({ policies }: { policies: Row[] }) => policies.map(({ uid }) => uid)

test('an operator lists the policies of both lines by state, end, reference and page, and reads one as of any day', async () => {
  const home = await selectedHomeowner(service, key)
  await home.homeowner.sign()
  await home.homeowner.untilAt('bound')
  const at = { url: service.url, key }
  const { uid } = await readyToFinalize(at, { carrier: 'Marrowby', values: bindAnswers() })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['bound'])
  await umbrellaCall(at, 'draft', { uid, intake: {}, metadata: { reference: 'LOAN-9' } })

  const all = await list()
  expect(all).toMatchObject({
    policies: [
      { uid, line: 'umbrella', property_id: null, documents: [{ url: expect.stringContaining('http') }] },
      { uid: home.uid, line: 'homeowners', property_id: expect.any(String), documents: [] },
    ],
    has_more: false,
    next_cursor: null,
  })
  const first = await list({ limit: '1' })
  expect(uidsOf(first)).toEqual([uid])
  expect(uidsOf(await list({ limit: '1', cursor: String(first.next_cursor) }))).toEqual([home.uid])
  expect(uidsOf(await list({ sandbox: 'false' }))).toEqual([home.uid])
  expect(uidsOf(await list({ state: 'ended' }))).toEqual([])
  const found = await list({ metadata: 'reference:LOAN-9' })
  expect(found.policies).toMatchObject([{ uid, metadata: { reference: 'LOAN-9' } }])

  const [policy] = await policiesOf(service.app, home.uid)
  if (!policy) throw new Error('there is no policy')
  const { policy_id, effective_date, expiration_date } = policy
  expect(uidsOf(await list({ ends_before: expiration_date, policy_id }))).toEqual([])
  expect(uidsOf(await list({ ends_before: plusDays(expiration_date, 1), policy_id }))).toEqual([home.uid])

  const from = plusDays(effective_date, 40)
  await transact(service.app, inside =>
    recordVersion(inside, policy, {
      basis: 'endorsement',
      effective_from: from,
      change: terms => withLimits(terms, { dwelling_coverage: 777_000 }),
      by: 'staff:ann',
    }),
  )
  const read = (as_of: string, by = key) =>
    call(`${service.url}/api/agent/policies/${policy_id}?as_of=${as_of}`, { key: by })
  const dwelling = async (day: string) =>
    ((await read(day)).body.coverages as { label: string; amount: string }[])[0]?.amount
  expect(await dwelling(from)).toBe('$777,000')
  expect(await dwelling(plusDays(from, -1))).not.toBe('$777,000')
  expect((await read(from)).body).toMatchObject({ version: { number: 2, basis: 'endorsement' }, as_of: from })

  const eve = await getKey(service.url, newEmail())
  expect((await list({}, eve)).policies).toEqual([])
  expect((await read(from, eve)).status).toBe(404)
})
