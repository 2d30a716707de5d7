import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../../../src/platform/config.ts'
import { isLockTimeout } from '../../../src/platform/db/database.ts'
import { lockName } from '../../../src/platform/db/named-lock.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { lockReplay } from '../../../src/platform/http/store.ts'
import { addJobAt } from '../../../src/platform/jobs/store.ts'
import { createDatabase, query, SECRET_KEY } from '../../support/database/database.ts'
import { type Answer, call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { newTokens } from '../../support/people/oauth.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

const SCHEMA = 'second_agency'

/** Both in one database. `agencies` has each with the other, for both directions. */
let databaseUrl: string
let first: TestService
let second: TestService
let agencies: { here: TestService; there: TestService }[]

const env = { RATE_LIMITS: 'key_request=3/3600' }
const inSecond = { ...env, DATABASE_SCHEMA: SCHEMA }

beforeAll(async () => {
  databaseUrl = await createDatabase('started')
  first = await startTestService({ databaseUrl, env, work: false })
  second = await startTestService({ databaseUrl, env: inSecond, work: false })
  agencies = [
    { here: first, there: second },
    { here: second, there: first },
  ]
})
afterAll(() => Promise.all([first.stop(), second.stop()]))

const submitted = { intake: completeIntake(), credit_check_authorized: true }

test('a key, a token, an application and a feed of one agency are unknown to the other', async () => {
  const changes = (url: string, key: string): Promise<Answer> => call(`${url}/api/agent/changes`, { key })
  for (const { here, there } of agencies) {
    const email = newEmail()
    const key = await getKey(here.url, email)
    const otherKey = await getKey(there.url, email)
    const { uid } = (await quotesCall(here.url, key, { intake: completeIntake() })).body
    const { access } = await newTokens(here)
    const shopper = await startShopping(here.url, 'homeowners', { intake: completeIntake() })

    expect((await changes(there.url, key)).status).toBe(401)
    expect((await changes(there.url, access)).status).toBe(401)
    expect((await quotesCall(there.url, otherKey, { uid })).status).toBe(404)
    const { status } = await call(`${there.url}/api/intake/${shopper.uid}/issues`, { key: shopper.token() })
    expect(status).toBe(401)

    const seen = async (url: string, by: string) => JSON.stringify((await changes(url, by)).body)
    expect(await seen(here.url, key)).toContain(uid)
    expect(await seen(there.url, otherKey)).toContain('"changes":[]')
  }
})

test('a lock that one agency holds does not keep the other waiting', async () => {
  const replay = Buffer.alloc(32, 7)
  const lock = ({ app }: TestService, inside: () => Promise<unknown> = async () => undefined) =>
    transact(app, async ({ db }) => {
      await lockName(db, 'a name that both use')
      await lockReplay(db, replay)
      await inside()
    })
  for (const { here, there } of agencies)
    await lock(here, async () => {
      await lock(there)
      await expect(lock(here).catch(isLockTimeout)).resolves.toBe(true)
    })
})

test('a budget that callers of one agency have used up is whole at the other', async () => {
  const ask = (url: string) => call(`${url}/api/agent/key/request`, { body: { email: newEmail() } })
  for (const { here } of agencies) {
    expect((await ask(here.url)).status).toBe(200)
    await until(async () => (await ask(here.url)).status === 429)
  }
})

test('each agency runs its own jobs, is woken for them only, and hears nothing of the other', async () => {
  const heard: string[] = []
  const ear = new pg.Client(databaseUrl)
  await ear.connect()
  onTestFinished(() => ear.end())
  ear.on('notification', ({ channel }) => heard.push(channel))
  await ear.query(`listen "jobs:insert"; listen "${SCHEMA}/jobs:insert"`)

  const asked: { key: string; uid: string }[] = []
  for (const [at, { here }] of agencies.entries()) {
    heard.length = 0
    const key = await getKey(here.url, newEmail())
    const { status, body } = await quotesCall(here.url, key, submitted)
    expect(status).toBe(202)
    asked.push({ key, uid: String(body.uid) })
    await until(() => heard.length > 0)
    expect(new Set(heard)).toEqual(new Set([at === 0 ? 'jobs:insert' : `${SCHEMA}/jobs:insert`]))
  }
  const [one, other] = asked
  if (!(one && other)) throw new Error('Both have asked.')
  // Their worker died, so the locks of the living are tried, in each schema those of its own.
  for (const queue of [SCHEMA, 'graphile_worker'])
    await query(
      databaseUrl,
      `update ${queue}._private_jobs set locked_by = 'pool-gone', locked_at = now() - interval '1 minute'`,
    )
  await serviceForThisTest({ databaseUrl, env: inSecond })
  await untilQuoted(second.url, other.key, other.uid)
  expect((await quotesCall(first.url, one.key, { uid: one.uid })).body.status).toBe('pending_quotes')
  await serviceForThisTest({ databaseUrl, env })
  await untilQuoted(first.url, one.key, one.uid)
})

test('a job with a key replaces the one before it, or keeps its time, in either queue', async () => {
  const at = (minute: number) => new Date(Date.UTC(2040, 0, 1, 0, minute))
  const job = { task: 'anchor_seals', payload: {}, maxAttempts: 3 }
  for (const { here } of agencies) {
    const { db } = here.app
    const waiting = async () =>
      (await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = 'once'`.execute(db))
        .rows
    await addJobAt(db, job, { runAt: at(1), key: 'once' })
    await addJobAt(db, job, { runAt: at(2), key: 'once' })
    expect(await waiting()).toEqual([{ run_at: at(2) }])
    await addJobAt(db, job, { runAt: at(3), key: 'once', keepsTime: true })
    expect(await waiting()).toEqual([{ run_at: at(2) }])
  }
})

test('everything of an agency is in its schema, jobs too, and each function knows which one that is', async () => {
  type Thing = { name: string; kind: string }
  const things = (schema: string) =>
    query<Thing>(
      databaseUrl,
      `select relname as name, relkind::text as kind from pg_class
       where relnamespace = to_regnamespace($1) and relkind in ('r', 'S', 'v') order by 1`,
      [schema],
    )
  const expected = [...(await things('public')), ...(await things('graphile_worker'))]
  const names = (all: Thing[]) =>
    all.map(({ name }) => name.replace('applied_migrations', 'migrations')).sort()
  expect(names(await things(SCHEMA))).toEqual(names(expected))
  const loose = await query(
    databaseUrl,
    `select oid::regprocedure::text as name from pg_proc
     where pronamespace = any (array[to_regnamespace($1), to_regnamespace('public')])
       and prosrc !~ '"second_agency"' and not coalesce(array_to_string(proconfig, ','), '') ~ 'search_path='`,
    [SCHEMA],
  )
  expect(loose).toEqual([])
  expect(
    await query(
      databaseUrl,
      `select proname from pg_proc where pronamespace = to_regnamespace($1) and prosrc ~ 'graphile_worker|\\mpublic\\M'`,
      [SCHEMA],
    ),
  ).toEqual([])
})

test('the role of one agency adds evidence there, rewrites none, and reads nothing of the other', async () => {
  const roles = await readFile(new URL('../../../deploy/postgres-roles.sql', import.meta.url), 'utf8')
  await query(`${databaseUrl}&options=-c%20search_path=${SCHEMA}`, roles)
  const asRole = (text: string) => query(databaseUrl.replace('//bindery@', `//bindery_app_${SCHEMA}@`), text)
  await asRole(`select from ${SCHEMA}.intakes limit 1`)
  await expect(asRole(`delete from ${SCHEMA}.audit_entries`)).rejects.toThrow('permission denied')
  await expect(asRole('select from public.intakes')).rejects.toThrow('permission denied')
  await expect(asRole('select from graphile_worker._private_jobs')).rejects.toThrow('permission denied')
})

test('its commands work on one schema alone', async () => {
  const command = (...args: string[]) =>
    runBindery(args, { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: SCHEMA, SECRET_KEY })
  expect(await command('audit', 'verify')).toMatchObject({ code: 0 })
  expect((await command('migrate')).output).toContain('The database is up to date.')
  expect((await command('doctor')).output).toContain('✓ migrations')
  const resealed = await runBindery(['reseal'], {
    DATABASE_URL: databaseUrl,
    DATABASE_SCHEMA: SCHEMA,
    SECRET_KEY: `${'n'.repeat(40)},${SECRET_KEY}`,
  })
  expect(resealed).toMatchObject({ code: 0 })
  const untouched = await runBindery(['audit', 'verify'], { DATABASE_URL: databaseUrl, SECRET_KEY })
  expect(untouched).toMatchObject({ code: 0 })
})

describe('an agency moves into a schema of its own, and back', () => {
  const rename = (url: string, to: string, more: Record<string, string> = {}, ...options: string[]) =>
    runBindery(['schema', 'rename', to, ...options], { DATABASE_URL: url, SECRET_KEY, ...more })

  test('with its keys, its jobs and what they have yet to do; nothing is left behind', async () => {
    const url = await createDatabase('started')
    const before = await serviceForThisTest({ databaseUrl: url, work: false })
    const key = await getKey(before.url, newEmail())
    const submit = async (service: TestService) =>
      (await quotesCall(service.url, key, submitted)).body.uid as string
    const uid = await submit(before)
    expect((await rename(url, 'moved', {}, '--backed-up')).output).toContain('The service still runs')
    await before.stop()

    expect(await rename(url, 'moved', {}, '--backed-up')).toMatchObject({ code: 0 })
    const moved = { DATABASE_SCHEMA: 'moved' }
    const there = await startTestService({ databaseUrl: url, env: moved })
    await untilQuoted(there.url, key, uid)
    await untilQuoted(there.url, key, await submit(there))
    await there.stop()
    const left = `select relname from pg_class where relnamespace = to_regnamespace($1) and relkind = 'r'`
    expect(await query(url, left, ['public'])).toEqual([])
    expect(await runBindery(['audit', 'verify'], { DATABASE_URL: url, SECRET_KEY, ...moved })).toMatchObject({
      code: 0,
    })

    expect(await rename(url, 'public', moved, '--backed-up')).toMatchObject({ code: 0 })
    const back = await serviceForThisTest({ databaseUrl: url })
    await untilQuoted(back.url, key, await submit(back))
    expect(await query(url, `select to_regnamespace('moved') as found`)).toEqual([{ found: null }])
  })

  test('not without a backup, not over another agency, and not beside tables that are not ours', async () => {
    const url = await createDatabase('started')
    vi.stubEnv('PATH', '/nowhere')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'bindery-schema-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true }))
    expect((await rename(url, 'moved', { DATA_DIR })).output).toContain('pg_dump, which makes the backup')
    await query(url, 'create table a_stranger (one integer)')
    expect((await rename(url, 'moved', {}, '--backed-up')).output).toContain('also holds a_stranger')
    await query(url, 'create schema taken; create table taken.intakes (one integer)')
    expect((await rename(url, 'taken', {}, '--backed-up')).output).toContain('is that of another agency')
    expect((await rename(url, 'public')).output).toContain('Everything is in public already')
  })
})

test('a name of a schema that others use, or that is none, stops the start', () => {
  const read = (DATABASE_SCHEMA: string) => readConfig({ DATABASE_SCHEMA }).databaseSchema
  expect(read('public')).toBe(null)
  expect(read('agency_7')).toBe('agency_7')
  for (const name of ['pg_agency', 'graphile_worker', 'Agency', 'a'.repeat(41), 'a"b', '7up'])
    expect(() => read(name)).toThrow('DATABASE_SCHEMA must be a name')
})
