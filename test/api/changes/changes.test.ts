import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { emptyApplication } from '../../../src/products/homeowners/application/application.ts'
import type { HomeownersIntakeRecord } from '../../../src/products/homeowners/intake/intake.ts'
import {
  createHomeowners,
  homeownersIntakes,
  moveHomeowners,
} from '../../../src/products/homeowners/intake/writer.ts'
import { purge } from '../../../src/purge-job.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, call, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import {
  aHome,
  anIntake,
  changed,
  newOperator,
  type TestOperator,
} from '../../support/people/homeowner-intakes.ts'
import { newTokens } from '../../support/people/oauth.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SHARED = 'a-shared-key-for-the-changes'

type Change = Record<string, unknown> & { seq: number; uid: string; line: string }
type Feed = { changes: Change[]; next: number; has_more: boolean }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', SHARED_KEYS: SHARED }, work: false })
})
afterAll(() => service.stop())

const ask = (key: string, search = '', headers: Record<string, string> = {}): Promise<Answer> =>
  call(`${service.url}/api/agent/changes${search}`, { key, headers })

const feed = async (key: string, search = ''): Promise<Feed> => {
  const { status, body } = await ask(key, search)
  expect(status).toBe(200)
  return body as Feed
}

const makeIn = (owner: string, before: () => Promise<void> = async () => {}, sandbox = false) =>
  transact(service.app, async inside => {
    const whose = { owner, sandbox, application: emptyApplication() }
    const intake = await createHomeowners(inside, whose, { actor: 'test', event: 'created' })
    await before()
    return intake.uid
  })

describe('what it says', () => {
  test('every step of both lines, in order, and nothing of who asked', async () => {
    const { key } = await newOperator(service)
    const metadata = { reference: 'LOAN-4711' }
    const { body } = await quotesCall(service.url, key, { intake: completeIntake(), metadata, sandbox: true })
    const home = String(body.uid)
    await quotesCall(service.url, key, { uid: home, credit_check_authorized: true })
    const drafted = await umbrellaCall({ url: service.url, key }, 'draft', { intake: completeHousehold() })
    const { changes, next, has_more } = await feed(key)
    const [{ property_id }] = body.properties as [{ property_id: string }]
    const common = {
      line: 'homeowners',
      uid: home,
      metadata,
      property_id,
      detail_status: null,
      sandbox: true,
    }
    expect(changes).toEqual([
      {
        seq: 1,
        at: expect.any(String),
        ...common,
        status: 'needs_more_info',
        stage: 'application',
        type: 'request.created',
        waiting_on: 'homeowner',
      },
      {
        seq: 2,
        at: expect.any(String),
        ...common,
        status: 'pending_quotes',
        stage: 'quoting',
        type: 'quotes.requested',
        waiting_on: 'carrier',
      },
      {
        seq: 3,
        at: expect.any(String),
        line: 'umbrella',
        uid: drafted.body.uid,
        metadata: {},
        property_id: null,
        status: 'review_pending',
        detail_status: 'ready_for_review',
        stage: 'application',
        type: 'request.created',
        waiting_on: 'buyer',
        sandbox: false,
      },
    ])
    expect({ next, has_more }).toEqual({ next: 3, has_more: false })
  })

  test('an answer that changes neither status nor turn is no change', async () => {
    const { key } = await newOperator(service)
    const { uid } = (await quotesCall(service.url, key, { intake: { full_name: 'Ada Park' } })).body
    await quotesCall(service.url, key, { uid, intake: { full_name: 'Ada M. Park' } })
    expect((await feed(key)).changes).toHaveLength(1)
  })

  test('what a transaction changes and changes back is no change', async () => {
    const { key, uid: owner } = await newOperator(service)
    const { uid } = await anIntake(service, { owner })
    await transact(service.app, async inside => {
      const intake = (await homeownersIntakes.lock(inside, uid)) as HomeownersIntakeRecord
      const why = { actor: 'test', facts: {} }
      const pending = await moveHomeowners(inside, intake, {}, { ...why, event: 'submit' })
      await moveHomeowners(inside, pending, {}, { ...why, event: 'answers_missing' })
    })
    expect((await feed(key)).changes).toMatchObject([{ seq: 1, status: 'needs_more_info' }])
  })

  test('of a new request, each home is one change, and homes without an id are one together', async () => {
    const { key, uid: owner } = await newOperator(service)
    await anIntake(service, { owner, homes: [aHome(), aHome({ property_id: 'prp_one' }), aHome()] })
    const { changes } = await feed(key)
    expect(changes.map(({ seq, property_id }) => [seq, property_id])).toEqual([
      [1, null],
      [2, 'prp_one'],
    ])
  })

  test('homes are told one by one: bound, and not insured', async () => {
    const { key, uid: owner } = await newOperator(service)
    const homes = [aHome({ property_id: 'prp_one', policy_id: 'pol_one' }), aHome({ property_id: 'prp_two' })]
    const intake = await anIntake(service, { owner, homes })
    await changed(service, intake, { status: 'bound' })
    const { changes } = await feed(key)
    expect(changes.slice(2)).toMatchObject([
      { property_id: 'prp_one', detail_status: 'bound', waiting_on: 'nobody' },
      { property_id: 'prp_two', detail_status: 'not_insured', waiting_on: 'nobody' },
    ])
  })
})

describe('pages', () => {
  test('next leads through all of them, oldest first, and stays when there is nothing new', async () => {
    const { key, uid: owner } = await newOperator(service)
    for (let made = 0; made < 5; made++) await makeIn(owner)
    const first = await feed(key, '?limit=3')
    expect(first).toMatchObject({ next: 3, has_more: true })
    const second = await feed(key, `?limit=3&after=${first.next}`)
    expect(second).toMatchObject({ next: 5, has_more: false })
    expect([...first.changes, ...second.changes].map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(await feed(key, '?after=5')).toEqual({ changes: [], next: 5, has_more: false })
  })

  test('next passes what the filter leaves out', async () => {
    const { key, uid: owner } = await newOperator(service)
    for (let made = 0; made < 3; made++) await makeIn(owner)
    expect(await feed(key, '?sandbox=true')).toEqual({ changes: [], next: 3, has_more: false })
    const uid = await makeIn(owner, undefined, true)
    await makeIn(owner)
    const { changes, next } = await feed(key, '?sandbox=true&after=3')
    expect([changes.map(change => change.uid), next]).toEqual([[uid], 5])
  })

  test.each(['after=-1', 'after=first', 'limit=101', 'limit=0', 'before=3'])('%s is 400', async search => {
    const { key } = await newOperator(service)
    expect((await ask(key, `?${search}`)).status).toBe(400)
  })

  test('a number that was never given is 400, and the feed does not wait for it', async () => {
    const { key, uid: owner } = await newOperator(service)
    await makeIn(owner)
    const answer = await ask(key, '?after=2', { prefer: 'wait=25' })
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'after', code: 'out_of_range' }] },
    })
  })
})

describe('nothing is missed', () => {
  test('a change that began first and commits last comes after what was already read', async () => {
    const { key, uid: owner } = await newOperator(service)
    let commit = () => {}
    const gate = new Promise<void>(resolve => {
      commit = resolve
    })
    let begun = false
    const slow = makeIn(owner, () => {
      begun = true
      return gate
    })
    await until(() => begun)
    const fast = await makeIn(owner)
    const seen = await feed(key)
    expect(seen.changes.map(({ uid }) => uid)).toEqual([fast])
    commit()
    const late = await slow
    expect((await feed(key, `?after=${seen.next}`)).changes.map(({ uid }) => uid)).toEqual([late])
  })

  test('a reader gets all of what waited for its numbers, in pages, whatever its filter', async () => {
    const { key, uid: owner } = await newOperator(service)
    const first = await makeIn(owner)
    await query(
      service.databaseUrl,
      `insert into changes (owner, at, line, uid, status, waiting_on, sandbox)
       select $1, now(), 'homeowners', $2, 'quoted', 'homeowner', false from generate_series(1, 1500)`,
      [owner, first],
    )
    const last = await makeIn(owner, undefined, true)
    const seen: Change[] = []
    for (let page: Feed = { changes: [], next: 0, has_more: true }; page.has_more; ) {
      page = await feed(key, `?sandbox=true&after=${page.next}`)
      seen.push(...page.changes)
    }
    expect(seen).toMatchObject([{ uid: last, seq: 1502 }])
  })

  test('a reader that follows forty concurrent writers sees each change once', async () => {
    const { key, uid: owner } = await newOperator(service)
    const writing = Promise.all(Array.from({ length: 40 }, () => makeIn(owner)))
    const seen: string[] = []
    let after = 0
    const read = async () => {
      const { changes, next } = await feed(key, `?after=${after}`)
      seen.push(...changes.map(({ uid }) => uid))
      after = next
    }
    await until(async () => {
      await read()
      return seen.length >= 40
    })
    const made = await writing
    await read()
    expect(seen.toSorted()).toEqual(made.toSorted())
  })
})

test('Prefer: wait holds an empty answer until something changes', async () => {
  const { key, uid: owner } = await newOperator(service)
  const started = performance.now()
  const held = ask(key, '?after=0', { prefer: 'wait=25' })
  const uid = await makeIn(owner)
  const answer = await held
  expect((answer.body as Feed).changes).toMatchObject([{ uid }])
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a change that the filter leaves out does not end the wait', async () => {
  const { key, uid: owner } = await newOperator(service)
  const started = performance.now()
  const held = ask(key, '?sandbox=true', { prefer: 'wait=2' })
  await makeIn(owner)
  expect((await held).body).toEqual({ changes: [], next: 1, has_more: false })
  expect(performance.now() - started).toBeGreaterThanOrEqual(2000)
})

describe('who may read it', () => {
  let other: TestOperator
  let uid: string
  beforeAll(async () => {
    other = await newOperator(service)
    uid = await makeIn(other.uid)
  })

  test('an operator sees its own changes, numbered from 1, and no other’s', async () => {
    const { key, uid: owner } = await newOperator(service)
    const own = await makeIn(owner)
    expect((await feed(key)).changes).toMatchObject([{ seq: 1, uid: own }])
    expect((await feed(other.key)).changes).toMatchObject([{ seq: 1, uid }])
  })

  test.each([
    [SHARED, 403, 'forbidden'],
    ['bind_live_00000000000000000000000000000000abcdef', 401, 'unauthorized'],
  ])('%s is %i %s', async (key, status, error) => {
    expect(await ask(key)).toMatchObject({ status, body: { error } })
  })

  test('what is bought with a shared key is in no feed', async () => {
    await umbrellaCall({ url: service.url, key: SHARED }, 'draft', {
      intake: { full_name: 'Ada' },
      sandbox: true,
    })
    expect(await query(service.databaseUrl, `select from changes where owner like 'shr_%'`)).toEqual([])
  })

  test('a token sees the lines of its scopes', async () => {
    const email = newEmail()
    const both = await newTokens(service, { email })
    const { operator_uid } = (
      await call(`${service.url}/api/agent/homeowners/dashboard`, { key: both.access })
    ).body
    await makeIn(String(operator_uid))
    await umbrellaIn(service, { owner: String(operator_uid), status: 'needs_more_info' })
    const linesOf = async (scope: string) => {
      const { access } = await newTokens(service, { email, scope })
      return (await feed(access)).changes.map(({ line }) => line)
    }
    expect(await linesOf('homeowners')).toEqual(['homeowners'])
    expect(await linesOf('umbrella')).toEqual(['umbrella'])
    expect((await feed(both.access)).changes).toHaveLength(2)
    const { access } = await newTokens(service, { email, scope: 'calculators' })
    expect(await ask(access)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } })
  })
})

test('changes are deleted after 90 days, and numbers go on', async () => {
  const aged = await serviceForThisTest({ env: { RATE_LIMITS: 'off' }, work: false })
  const { key, uid: owner } = await newOperator(aged)
  const made = async () => {
    await anIntake(aged, { owner })
    return (await call(`${aged.url}/api/agent/changes`, { key })).body
  }
  await made()
  aged.pass(90 * DAY + 1)
  await runJob(aged, purge)
  expect(await made()).toMatchObject({ changes: [{ seq: 2 }], next: 2 })
})
