import pg from 'pg'
import { expect, test } from 'vitest'
import { type AuditHead, extend } from '../../../src/platform/audit/chain.ts'
import { intakes } from '../../../src/platform/audit/store.ts'
import { sealRow } from '../../../src/platform/db/seals/row-seal.ts'
import { query } from '../../support/database/database.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'

type HeadRow = { seal: Buffer; audit_seq: number; audit_hash: Buffer; audit_mac: Buffer }

test('audit verify does not take a chain that grows while it reads for a broken one', async () => {
  const { url, app, databaseUrl } = await serviceForThisTest({ work: false })
  const { uid } = await startShopping(url, 'homeowners', { intake: completeIntake() })
  const [row] = await query<HeadRow>(databaseUrl, 'select * from intakes where uid = $1', [uid])
  const { audit_seq: seq, audit_hash: hash, audit_mac: mac } = row as HeadRow
  const head: AuditHead = { seq: Number(seq), hash, mac }
  const next = extend(
    app.sealer,
    { uid: String(uid), at: new Date(), head },
    { actor: 'test', event: 'grown', facts: {} },
  )
  const writer = new pg.Client(databaseUrl)
  await writer.connect()
  // The command reads the head, then waits here for the entries, and gets one that belongs to the next head.
  await writer.query('begin; lock table audit_entries in access exclusive mode')
  const verified = runBindery(['audit', 'verify'], { DATABASE_URL: databaseUrl, SECRET_KEY })
  await until(
    async () =>
      (
        await query(
          databaseUrl,
          "select from pg_locks where relation = 'audit_entries'::regclass and not granted",
        )
      ).length > 0,
  )
  const { entry } = next
  await writer.query(
    'insert into audit_entries (uid, seq, at, actor, event, facts, hash) values ($1, $2, $3, $4, $5, $6, $7)',
    [entry.uid, entry.seq, entry.at, entry.actor, entry.event, JSON.stringify(entry.facts), entry.hash],
  )
  const grown = { audit_seq: next.head.seq, audit_hash: next.head.hash, audit_mac: next.head.mac }
  await writer.query(
    'update intakes set audit_seq = $2, audit_hash = $3, audit_mac = $4, seal = $5 where uid = $1',
    [uid, ...Object.values(grown), sealRow(app.sealer, intakes.sealed, { ...row, ...grown }, row?.seal)],
  )
  await writer.query('commit')
  await writer.end()
  expect(await verified).toMatchObject({ code: 0, output: expect.stringContaining(' 0 broken.') })
})
