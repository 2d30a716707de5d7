import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { appendAnchor } from '../../../src/platform/audit/anchors.ts'
import { type DatabaseRow, sealRow } from '../../../src/platform/db/seals/row-seal.ts'
import { tablesOf } from '../../../src/platform/db/table.ts'
import { keyHash } from '../../../src/platform/key/operator-key.ts'
import {
  credentials,
  findCredential,
  findOperator,
  findOperatorByEmail,
  lockOperator,
  type OperatorRow,
  revokeAllKeys,
  setStanding,
  upsertOperator,
} from '../../../src/platform/key/store.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ work: false, env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

const revokedKey = async () => {
  const key = await getKey(service.url, newEmail())
  const sql = (text: string, ...values: unknown[]) =>
    query<Record<string, unknown>>(service.databaseUrl, text, values)
  const [row] = await sql('select * from credentials where hash = $1', keyHash(key))
  return {
    id: String(row?.credential_id),
    use: async () => (await call(`${service.url}/api/agent/homeowners/dashboard`, { key })).status,
    revoke: () => revokeAllKeys(service.app.db, String(row?.operator_uid), service.app.clock.now()),
    putBack: (seal = row?.seal) =>
      sql('update credentials set revoked_at = null, seal = $2 where hash = $1', keyHash(key), seal),
    forgetBirth: () =>
      sql('delete from seal_log where row_key = $1 and seal = $2', row?.credential_id, row?.seal),
  }
}

const verified = async () =>
  (await runBindery(['audit', 'verify'], { DATABASE_URL: service.databaseUrl, SECRET_KEY })).output

/** As a release from before seals were counted makes it. */
const uncounted = (row: DatabaseRow): Buffer => {
  const { sealer } = service.app
  let covered = ''
  const listening = {
    keyId: sealer.keyId,
    writesNewForms: () => true,
    mac: (context: string, text: string) => {
      covered = text
      return sealer.mac(context, text)
    },
  }
  sealRow(listening as typeof sealer, credentials.sealed, row)
  const nonce = randomBytes(8)
  const text = nonce.toString('hex') + covered.slice(2 * nonce.length)
  return Buffer.concat([sealer.keyId, nonce, sealer.mac('row/credentials', text)])
}

test('what an earlier release writes is read while both run, and a day later it is refused', async () => {
  const own = keyHash(await getKey(service.url, newEmail()))
  const read = () => findCredential(service.app.db, own)
  const change = (name: string) =>
    tablesOf(credentials)(service.app.db)
      .updateTable('credentials')
      .set({ name })
      .where('hash', '=', own)
      .execute()
  const writeEarlier = async () => {
    const row = (await read()) as DatabaseRow
    await query(service.databaseUrl, 'update credentials set seal = $2 where hash = $1', [
      own,
      uncounted(row),
    ])
  }
  await change('one')
  await writeEarlier()
  expect(await read()).toMatchObject({ name: 'one' })
  await change('two')
  expect(await read()).toMatchObject({ name: 'two' })
  service.pass(2 * DAY)
  await appendAnchor(service.app)
  expect(await read()).toMatchObject({ name: 'two' })
  await writeEarlier()
  await expect(read()).rejects.toThrow('was changed outside the service')
})

test('a row never gets an older seal again', async () => {
  const key = await revokedKey()
  await key.revoke()
  await expect(key.putBack()).rejects.toThrow('was rolled back')
})

test('a revoked key whose birth was taken from the log before its anchor, and that is put back days later, opens nothing and is named', async () => {
  const key = await revokedKey()
  await key.revoke()
  await key.forgetBirth()
  await appendAnchor(service.app)
  expect(await verified()).toContain(`credentials ${key.id}: has a seal out of turn`)
  service.pass(2 * DAY)
  await query(service.databaseUrl, 'alter table credentials disable trigger seal_kept')
  await key.putBack()
  await query(service.databaseUrl, 'alter table credentials enable trigger seal_kept')
  expect(await key.use()).toBe(500)
  expect(service.log.findLast(line => line.includes('"row_seal_broken"'))).toContain(`"row":"${key.id}"`)
  await appendAnchor(service.app)
  expect(await verified()).toContain(`credentials ${key.id}: has a seal out of turn`)
})

test('a key whose entry was taken from the log opens nothing', async () => {
  const key = await revokedKey()
  await key.forgetBirth()
  expect(await key.use()).toBe(500)
})

test('a row whose log has a gap or a decrease is not read, though its own seal is the newest', async () => {
  const sealOfName = async (hash: Buffer, name: string) => {
    await tablesOf(credentials)(service.app.db)
      .updateTable('credentials')
      .set({ name })
      .where('hash', '=', hash)
      .execute()
    return (
      await query<{ seal: Buffer }>(service.databaseUrl, 'select seal from credentials where hash = $1', [
        hash,
      ])
    )[0]
  }
  const changed = async () => {
    const hash = keyHash(await getKey(service.url, newEmail()))
    const [two, three] = [await sealOfName(hash, 'two'), await sealOfName(hash, 'three')]
    expect(await findCredential(service.app.db, hash)).toMatchObject({ name: 'three' })
    return { hash, two, three }
  }
  const gap = await changed()
  await query(service.databaseUrl, 'delete from seal_log where seal = $1', [gap.two?.seal])
  await expect(findCredential(service.app.db, gap.hash)).rejects.toThrow('was changed outside the service')
  const decrease = await changed()
  await query(
    service.databaseUrl,
    `insert into seal_log (table_name, row_key, seal, deleted)
     select table_name, row_key, seal, false from seal_log where seal = any($1)
     order by seal <> $2`,
    [[decrease.two?.seal, decrease.three?.seal], decrease.two?.seal],
  )
  await expect(findCredential(service.app.db, decrease.hash)).rejects.toThrow(
    'was changed outside the service',
  )
})

test('a suspension whose row was put back is neither read, nor returned, nor sealed anew', async () => {
  const { app, databaseUrl } = service
  const email = newEmail()
  await getKey(service.url, email)
  const before = (await findOperatorByEmail(app.db, email)) as OperatorRow
  const { operator_uid } = before
  const [{ seal }] = (await query(databaseUrl, 'select seal from operators where email = $1', [email])) as [
    { seal: Buffer },
  ]
  const standing = (to: OperatorRow['standing']) => ({ standing: to, standing_at: null, standing_by: 'test' })
  await setStanding(app.db, operator_uid, standing('suspended'))
  const putBack = 'update operators set standing = $2, seal = $3 where email = $1'
  await query(databaseUrl, 'alter table operators disable trigger seal_kept')
  await query(databaseUrl, putBack, [email, before.standing, seal])
  await query(databaseUrl, 'alter table operators enable trigger seal_kept')
  const looks = [
    () => findOperator(app.db, operator_uid),
    () => lockOperator(app.db, operator_uid),
    () => upsertOperator(app.db, { ...before, terms: null }),
    () => setStanding(app.db, operator_uid, standing('approved')),
  ]
  for (const look of looks) await expect(look()).rejects.toThrow('was changed outside the service')
})

test('each anchor goes to the log and to a file, and no service goes on from one that is older than what it knows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-anchors-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const ANCHOR_FILE = join(folder, 'anchors.jsonl')
  const env = { RATE_LIMITS: 'off', ANCHOR_FILE }
  const own = await startTestService({ work: false, env })
  onTestFinished(() => own.stop())
  await getKey(own.url, newEmail())
  const { anchor } = await appendAnchor(own.app)
  const lines = (await readFile(ANCHOR_FILE, 'utf8')).trim().split('\n')
  expect(JSON.parse(String(lines.at(-1)))).toMatchObject({ anchor })
  expect(own.log.some(line => line.includes('anchor of the log of seals'))).toBe(true)
  await query(own.databaseUrl, 'delete from seal_anchors where anchor = $1', [anchor])
  await expect(appendAnchor(own.app)).rejects.toThrow(`The anchor ${anchor} is gone`)
  expect(own.log.some(line => line.includes('audit_chain_broken'))).toBe(true)
  const { databaseUrl } = own
  const later = await startTestService({ work: false, env, databaseUrl })
  onTestFinished(() => later.stop())
  await expect(appendAnchor(later.app)).rejects.toThrow(`The anchor ${anchor} is gone`)
  const found = await runBindery(['audit', 'verify'], { DATABASE_URL: databaseUrl, SECRET_KEY, ANCHOR_FILE })
  expect(found.output).toContain(`anchor ${anchor} of the file: the database was rolled back`)
})
