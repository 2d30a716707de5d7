import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Anchor } from '../../../src/platform/audit/anchor.ts'
import { listUnanchored } from '../../../src/platform/audit/anchor-store.ts'
import { appendAnchor } from '../../../src/platform/audit/anchors.ts'
import { newlySealed } from '../../../src/platform/audit/begin-sealing.ts'
import type { Db } from '../../../src/platform/db/database.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { keyHash, newOperatorKey } from '../../../src/platform/key/operator-key.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { secureRandom } from '../../../src/platform/lib/random.ts'
import { listConsents } from '../../../src/products/line/record/consent-store.ts'
import { noteOnIntake } from '../../../src/products/line/record/intakes.ts'
import { sealedTables } from '../../../src/tables.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { newOperator, type TestOperator } from '../../support/people/homeowner-intakes.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let ada: TestOperator
let eve: TestOperator

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  ada = await newOperator(service)
  eve = await newOperator(service)
})
afterAll(() => service.stop())

const NAME = 'Ottoline Quagmirre'

const quoted = async ({ key }: TestOperator): Promise<string> => {
  const intake = completeIntake({}, { full_name: NAME })
  const { body } = await quotesCall(service.url, key, { intake, credit_check_authorized: true })
  await untilQuoted(service.url, key, body.uid)
  return String(body.uid)
}

const poll = ({ key }: { key: string }, uid: string) => quotesCall(service.url, key, { uid })

const refusals = (table: string): number =>
  service.log.filter(line => line.includes('"row_seal_broken"') && line.includes(`"table":"${table}"`)).length

const verify = (databaseUrl = service.databaseUrl, ...more: string[]) =>
  runBindery(['audit', 'verify', ...more], { DATABASE_URL: databaseUrl, SECRET_KEY })

const copyOf = async (databaseUrl: string): Promise<string> => {
  const copy = await createDatabase()
  const name = (url: string) => new URL(url.replace('@/', '@socket/')).pathname.slice(1)
  const server = copy.replace(name(copy), 'postgres')
  await query(server, `drop database ${name(copy)}`)
  await query(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name(databaseUrl)}'`,
  )
  await query(server, `create database ${name(copy)} template ${name(databaseUrl)}`)
  return copy
}

describe('a row that was changed outside the service', () => {
  test('a swapped owner opens a stranger’s application to nobody, also not from the cache of polls', async () => {
    const uid = await quoted(ada)
    expect((await poll(ada, uid)).status).toBe(200)
    await query(service.databaseUrl, 'update intakes set owner = $2 where uid = $1', [uid, eve.uid])
    for (let time = 0; time < 2; time++) {
      const answer = await poll(eve, uid)
      expect(answer.status).toBe(500)
      expect(answer.text).not.toContain('Ottoline')
    }
    expect(refusals('intakes')).toBeGreaterThan(0)
    expect(service.log.findLast(line => line.includes('"row_seal_broken"'))).toContain(`"row":"${uid}"`)
    await query(service.databaseUrl, 'update intakes set owner = $2 where uid = $1', [uid, ada.uid])
    expect((await poll(ada, uid)).status).toBe(200)
  })

  test('a changed price is not told, and neither is one whose seal was taken away', async () => {
    const uid = await quoted(ada)
    await query(
      service.databaseUrl,
      `update offers set offer = jsonb_set(offer, '{annual_price}', '1'), seal = null where uid = $1`,
      [uid],
    )
    await transact(service.app, inside =>
      noteOnIntake(inside, uid, { actor: 'a test', event: 'edited', facts: {} }),
    )
    const answer = await poll(ada, uid)
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain('offers')
    expect(refusals('offers')).toBeGreaterThan(0)
  })

  test('a consent whose encrypted address was emptied is refused and named', async () => {
    const uid = await quoted(ada)
    const [consent] = await listConsents(service.app.db, uid)
    await query(service.databaseUrl, 'update consents set sealed_address = null where uid = $1', [uid])
    await expect(listConsents(service.app.db, uid)).rejects.toThrow('was changed outside the service')
    expect((await verify()).output).toContain(`consents ${consent?.consent_id}: was changed or forged`)
    await query(service.databaseUrl, 'update consents set sealed_address = $2 where uid = $1', [
      uid,
      consent?.sealed_address,
    ])
    expect(await listConsents(service.app.db, uid)).toHaveLength(1)
  })

  test('until no earlier release runs, rows keep the form it reads, and both forms are read afterwards', async () => {
    const { databaseUrl } = service
    await query(databaseUrl, "update secret_canary set earlier_until = now() + interval '1 day'")
    const during = await startTestService({ databaseUrl, work: false, env: { RATE_LIMITS: 'off' } })
    onTestFinished(async () => {
      await during.stop()
      await query(databaseUrl, 'update secret_canary set earlier_until = null')
    })
    const sizeOf = async (uid: string) => {
      const [row] = await query<{ size: number }>(
        databaseUrl,
        'select length(application) as size from intakes where uid = $1',
        [uid],
      )
      return Number(row?.size)
    }
    const submitted = async () => {
      const sent = { intake: completeIntake(), credit_check_authorized: true }
      return String((await quotesCall(during.url, ada.key, sent)).body.uid)
    }
    const early = await submitted()
    expect(await sizeOf(early)).toBeGreaterThan(3000)
    during.pass(2 * DAY)
    const late = await submitted()
    expect(await sizeOf(late)).toBeLessThan(1000)
    for (const uid of [early, late]) {
      expect((await poll(ada, uid)).status).toBe(200)
      expect(await listConsents(service.app.db, uid)).toHaveLength(1)
    }
    await query(
      databaseUrl,
      `update consents set sealed_address = (select sealed_address from consents where uid = $2) where uid = $1`,
      [late, early],
    )
    await expect(listConsents(service.app.db, late)).rejects.toThrow('was changed outside the service')
  })

  test('an inserted key opens nothing, also with the seal of another key', async () => {
    for (const seal of ['seal', 'null']) {
      const forged = newOperatorKey(secureRandom)
      await query(
        service.databaseUrl,
        `insert into credentials (credential_id, operator_uid, main, hash, prefix, created_at, expires_at, seal)
         select 'crd_forged_' || $4, $2, false, $3, prefix, created_at, expires_at, ${seal} from credentials where hash = $1`,
        [keyHash(eve.key), ada.uid, keyHash(forged), seal],
      )
      const before = refusals('credentials')
      const answer = await call(`${service.url}/api/agent/homeowners/dashboard`, { key: forged })
      expect(answer.status).toBe(500)
      expect(refusals('credentials')).toBe(before + 1)
    }
  })

  test('a change by the service does not seal what somebody else changed before', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    await query(
      service.databaseUrl,
      `update credentials set expires_at = expires_at + interval '9 years' where hash = $1`,
      [keyHash(key)],
    )
    const rotated = await call(`${service.url}/api/agent/key/rotate`, { key, body: {} })
    expect(rotated.status).toBe(500)
    expect((await verify()).output).toMatch(/credentials \w+: was changed or forged/)
  })
})

describe('bindery audit anchor', () => {
  const started = async (databaseUrl?: string) => {
    const own = await startTestService({
      work: false,
      env: { RATE_LIMITS: 'off' },
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
    onTestFinished(() => own.stop())
    return own
  }

  const anchor = async (databaseUrl: string): Promise<string> => {
    const { output, code } = await runBindery(['audit', 'anchor'], { DATABASE_URL: databaseUrl, SECRET_KEY })
    expect(code).toBe(0)
    return output
  }

  const stored = async (...lines: string[]): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'bindery-anchors-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'anchors.jsonl')
    await writeFile(file, lines.join(''))
    return file
  }

  test('an anchor that is stored elsewhere finds a database that was rolled back as a whole', async () => {
    const own = await started()
    const key = await getKey(own.url, newEmail())
    const first = await anchor(own.databaseUrl)
    expect(JSON.parse(first)).toMatchObject({
      anchor: expect.any(Number),
      mac: expect.stringMatching(/^\w{64}$/),
    })
    await own.stop()
    const earlier = await copyOf(own.databaseUrl)
    const again = await started(own.databaseUrl)
    await quotesCall(again.url, key, { intake: completeIntake() })
    const second = await anchor(own.databaseUrl)
    const file = await stored(first, second)
    expect(await verify(own.databaseUrl, '--anchor', file)).toMatchObject({ code: 0 })
    expect(await verify(earlier)).toMatchObject({ code: 0 })
    const found = await verify(earlier, '--anchor', file)
    expect(found.code).toBe(1)
    expect(found.output).toContain('the database was rolled back or replaced since')
  })

  test('an anchor that was not signed with the secret is refused', async () => {
    const own = await started()
    const line = await anchor(own.databaseUrl)
    const forged = JSON.stringify({ ...JSON.parse(line), mac: '00'.repeat(32) })
    const found = await verify(own.databaseUrl, '--anchor', await stored(forged))
    expect(found.code).toBe(1)
    expect(found.output).toContain('was not signed with this SECRET_KEY')
  })

  test('the next anchor reads what was logged since the last one, not the whole log', async () => {
    const own = await started()
    const logged = await query<{ seq: string }>(
      own.databaseUrl,
      `insert into seal_log (table_name, row_key, deleted)
       select 'intakes', 'hom_' || one, true from generate_series(1, 50000) one returning seq`,
    )
    await query(own.databaseUrl, 'analyze seal_log')
    const seqs = logged.map(({ seq }) => Number(seq))
    const [last_seq, missing] = [seqs[39_999], [seqs[7]]]
    const readSoFar = async (db: Db): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as count
        from pg_stat_xact_all_tables where relname = 'seal_log'`.execute(db)
      return rows[0]?.count ?? Number.NaN
    }
    const { entries, read } = await transact(own.app, async ({ db }) => {
      const before = await readSoFar(db)
      const entries = await listUnanchored(db, { last_seq, missing } as Anchor, 100)
      return { entries, read: (await readSoFar(db)) - before }
    })
    expect(entries.map(({ seq }) => seq)).toEqual([...missing, ...seqs.slice(40_000, 40_099)])
    expect(read).toBe(100)
  })

  test('a number from the future costs no memory, gets no anchor, and is named with those filled in later', async () => {
    const own = await started()
    await getKey(own.url, newEmail())
    const { last_seq } = await appendAnchor(own.app)
    const forge = (seq: number) =>
      query(
        own.databaseUrl,
        `insert into seal_log (seq, table_name, row_key, deleted) overriding system value
         values ($1, 'credentials', 'crd_none', true)`,
        [seq],
      )
    await forge(3_000_000_000)
    await expect(appendAnchor(own.app)).rejects.toThrow('3000000000 that was never given')
    expect(own.log.join('')).toContain('audit_chain_broken')
    expect((await verify(own.databaseUrl)).output).toContain('1 entries have numbers never given')
    await query(own.databaseUrl, 'delete from seal_log where seq = 3000000000')
    await getKey(own.url, newEmail())
    await forge(last_seq + 200_000)
    await query(own.databaseUrl, "select setval('seal_log_seq_seq', $1)", [last_seq + 200_000])
    await appendAnchor(own.app)
    expect((await verify(own.databaseUrl)).output).not.toContain('rewritten')
    await forge(last_seq + 1000)
    expect((await verify(own.databaseUrl)).output).toContain('the log of seals was cut or rewritten')
  })

  test('a start trusts no row that has no anchor: it names the command that says what it would seal', async () => {
    const before = await started()
    const operator = await newOperator(before)
    const { uid } = (await quotesCall(before.url, operator.key, { intake: completeIntake() })).body
    await before.stop()
    const env = { DATABASE_URL: before.databaseUrl, SECRET_KEY }
    for (const { table } of sealedTables) await query(before.databaseUrl, `update ${table} set seal = null`)
    await query(before.databaseUrl, "delete from seal_log where table_name = 'credentials'")
    await query(before.databaseUrl, 'truncate seal_anchors')
    await expect(started(before.databaseUrl)).rejects.toThrow('Run "bindery seal"')
    const told = await runBindery(['seal'], env)
    expect(told.output).toContain('credentials: 1 row without a seal')
    expect(told.output).toContain(`${uid} (had a seal, and somebody took it away)`)
    await expect(started(before.databaseUrl)).rejects.toThrow('Run "bindery seal"')
    expect((await runBindery(['seal', '--now'], env)).output).toMatch(/\d rows sealed/)
    const after = await started(before.databaseUrl)
    expect((await quotesCall(after.url, operator.key, { uid })).status).toBe(200)
    await after.stop()
    await query(before.databaseUrl, 'update intakes set seal = null where uid = $1', [uid])
    const later = await started(before.databaseUrl)
    expect((await quotesCall(later.url, operator.key, { uid })).status).toBe(500)
    expect((await verify(before.databaseUrl)).output).toContain(`intakes ${uid}: was changed or forged`)
  })

  test('a migration seals what it adds, and only what the log does not know', async () => {
    const own = await started()
    const pool = new pg.Pool({ connectionString: own.databaseUrl, max: 1 })
    onTestFinished(() => pool.end())
    await newOperator(own)
    const added = await newlySealed(own.app, pool, new Set())
    expect(added.map(({ table }) => table)).toContain('legal_holds')
    expect(added.map(({ table }) => table)).not.toContain('operators')
    expect(await newlySealed(own.app, pool, new Set(sealedTables.map(({ table }) => table)))).toEqual([])
  })
})
