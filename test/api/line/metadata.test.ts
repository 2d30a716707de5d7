import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { eraseOverdue } from '../../../src/products/erase-job.ts'
import { query } from '../../support/database/database.ts'
import { call } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { anIntake, newOperator } from '../../support/people/homeowner-intakes.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'shared-key-of-the-environment'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
})
afterAll(() => service.stop())

const at = async (key: string, path: string) => (await call(`${service.url}/api/agent/${path}`, { key })).body

describe('metadata', () => {
  test('of either line is on the rows of its operator, and found by an exact value', async () => {
    const { key } = await newOperator(service)
    const metadata = { reference: 'LOAN-4711', desk: 'Canary: 7' }
    const { uid } = (
      await quotesCall(service.url, key, { intake: completeIntake(), sandbox: true, metadata })
    ).body
    const draft = await umbrellaCall({ url: service.url, key }, 'draft', {
      intake: completeHousehold(),
      sandbox: true,
      metadata,
    })
    await quotesCall(service.url, key, { intake: completeIntake(), sandbox: true })
    const search = (pair: string) => `metadata=${encodeURIComponent(pair)}`
    expect(await at(key, `homeowners/dashboard?${search('desk:Canary: 7')}`)).toMatchObject({
      property_count: 1,
      properties: [{ request_uid: uid, metadata }],
    })
    expect(await at(key, `umbrella/dashboard?${search('reference:LOAN-4711')}`)).toMatchObject({
      purchase_count: 1,
      purchases: [{ uid: draft.body.uid, metadata }],
    })
    for (const pair of ['reference:LOAN-471', 'reference:loan-4711', 'desk:LOAN-4711'])
      expect(await at(key, `homeowners/dashboard?${search(pair)}`)).toMatchObject({ properties: [] })
    const stored = await query(service.databaseUrl, `select * from request_metadata where uid = '${uid}'`)
    expect(stored.length).toBe(1)
    expect(JSON.stringify(stored)).not.toContain(Buffer.from('LOAN-4711').toString('hex'))
    expect(JSON.stringify(stored)).not.toMatch(/LOAN|Canary/)
  })

  test('is found by no other operator, and shown in the rows and the feed of its own only', async () => {
    const ada = await newOperator(service)
    const eve = await newOperator(service)
    const body = { intake: completeIntake(), sandbox: true, metadata: { reference: 'CANARY-1' } }
    const started = await quotesCall(service.url, ada.key, body)
    const other = await quotesCall(service.url, eve.key, body)
    const found = await at(eve.key, 'homeowners/dashboard?metadata=reference:CANARY-1')
    expect(found.property_count).toBe(1)
    expect(JSON.stringify(found)).not.toContain(String(started.body.uid))
    expect(started.text).not.toContain('CANARY-1')
    const stored = await query<{ macs: Buffer[] }>(
      service.databaseUrl,
      'select macs from request_metadata where uid in ($1, $2)',
      [started.body.uid, other.body.uid],
    )
    expect(new Set(stored.flatMap(({ macs }) => macs.map(String))).size).toBe(2)
    for (const [operator, uid] of [
      [ada, started.body.uid],
      [eve, other.body.uid],
    ] as const)
      expect((await at(operator.key, 'changes')).changes).toEqual([
        expect.objectContaining({ uid, metadata: body.metadata }),
      ])
    await query(service.databaseUrl, `update property_rows set owner = $1 where uid = $2`, [
      eve.uid,
      started.body.uid,
    ])
    expect((await call(`${service.url}/api/agent/homeowners/dashboard`, { key: eve.key })).status).toBe(500)
  })

  test('changes by itself without touching the application', async () => {
    const { key } = await newOperator(service)
    const draft = { intake: completeHousehold(), sandbox: true, metadata: { a: '1', b: '2' } }
    const { uid, review_token } = (await umbrellaCall({ url: service.url, key }, 'draft', draft)).body
    const noted = await umbrellaCall({ url: service.url, key }, 'draft', {
      uid,
      intake: {},
      metadata: { a: null, c: '3' },
    })
    expect(noted).toMatchObject({ status: 200, body: { review_token } })
    expect(await at(key, 'umbrella/dashboard')).toMatchObject({
      purchases: [{ metadata: { b: '2', c: '3' } }],
    })
    const home = (await quotesCall(service.url, key, { intake: completeIntake(), sandbox: true })).body
    await quotesCall(service.url, key, { uid: home.uid, metadata: { a: '1' } })
    expect(await at(key, 'homeowners/dashboard')).toMatchObject({ properties: [{ metadata: { a: '1' } }] })
  })

  test.each([
    ['a number', { metadata: { a: 1 } }, 'metadata.a'],
    ['an empty value', { metadata: { a: '' } }, 'metadata.a'],
    ['a name with a space', { metadata: { 'a b': '1' } }, 'metadata.a b'],
    ['a card number', { metadata: { card_number: '4111' } }, 'metadata.card_number'],
  ])('%s is 400', async (_, body, path) => {
    const { key } = await newOperator(service)
    const answer = await quotesCall(service.url, key, { intake: completeIntake(), sandbox: true, ...body })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path }] } })
  })

  test('is refused for a shared key, which belongs to many', async () => {
    const body = { intake: completeHousehold(), sandbox: true, metadata: { a: '1' } }
    expect(await umbrellaCall({ url: service.url, key: SHARED }, 'draft', body)).toMatchObject({
      status: 403,
    })
  })
})

test('metadata is erased with its request, which then takes none', async () => {
  const own = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const { key } = await newOperator(own)
  const body = { intake: { full_name: 'Ada' }, metadata: { reference: 'x' } }
  const { uid } = (await quotesCall(own.url, key, body)).body
  const stored = () => query(own.databaseUrl, 'select * from request_metadata')
  expect(await stored()).toHaveLength(1)
  own.pass(31 * DAY)
  await runJob(own, eraseOverdue)
  expect(await stored()).toEqual([])
  expect(await quotesCall(own.url, key, { uid, metadata: { reference: 'x' } })).toMatchObject({ status: 409 })
})

test('what is listed is counted, and the filter tells live requests from rehearsals', async () => {
  const { key, uid: owner } = await newOperator(service)
  const live = await anIntake(service, { owner })
  const rehearsals = [
    await anIntake(service, { owner, sandbox: true }),
    await anIntake(service, { owner, sandbox: true }),
  ].map(({ uid }) => uid)
  const list = async (search: string) => {
    const { properties, property_count, status_counts } = await at(key, `homeowners/dashboard${search}`)
    return {
      uids: (properties as { request_uid: string }[]).map(row => row.request_uid).toSorted(),
      property_count,
      counted: (status_counts as { needs_more_info: number }).needs_more_info,
    }
  }
  expect(await list('')).toEqual({
    uids: [live.uid, ...rehearsals].toSorted(),
    property_count: 3,
    counted: 3,
  })
  expect(await list('?sandbox=true')).toEqual({ uids: rehearsals.toSorted(), property_count: 2, counted: 2 })
  expect(await list('?sandbox=false')).toEqual({ uids: [live.uid], property_count: 1, counted: 1 })
  const changed = async (search: string) =>
    ((await at(key, `changes${search}`)).changes as { uid: string }[]).map(({ uid }) => uid)
  expect(await changed('?sandbox=true')).toEqual(rehearsals)
  expect(await changed('?sandbox=false')).toEqual([live.uid])
})
