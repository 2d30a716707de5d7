import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyAll } from '../../../src/doors/cli/audit.ts'
import type { App } from '../../../src/platform/app.ts'
import { type Anchor, anchorLine } from '../../../src/platform/audit/anchor.ts'
import { hasAnchor, lastAnchor } from '../../../src/platform/audit/anchor-store.ts'
import { appendAnchor } from '../../../src/platform/audit/anchors.ts'
import { beginSealing } from '../../../src/platform/audit/begin-sealing.ts'
import type { Db } from '../../../src/platform/db/database.ts'
import { createDb } from '../../../src/platform/db/session.ts'
import { sealedTableMap, sealedTables } from '../../../src/tables.ts'
import { query } from '../../support/database/database.ts'
import { fillDatabase } from '../../support/database/full-database.ts'
import { type OneTransaction, oneTransaction } from '../../support/database/one-transaction.ts'
import { dice, isRollBack, type Tampering, tamper } from '../../support/database/tampering.ts'
import { STAFF } from '../../support/people/desk.ts'
import { scaled, seed } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

/** After an interruption, `SEED` of the last line and the rest. */
const TAMPERINGS = Number(process.env.TAMPERINGS ?? scaled(40, 2000))

let service: TestService
let tx: OneTransaction
/** Kept where the database's administrators cannot write. */
let stored: string

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', STAFF_EMAILS: STAFF } })
  await fillDatabase(service)
  await service.stop()
  service = await startTestService({ databaseUrl: service.databaseUrl, work: false })
  const roles = await readFile(new URL('../../../deploy/postgres-roles.sql', import.meta.url), 'utf8')
  await query(service.databaseUrl, roles)
  await query(service.databaseUrl, 'grant usage on schema earlier to bindery_app')
  await query(service.databaseUrl, 'grant select on all tables in schema earlier to bindery_app')
  stored = anchorLine(await appendAnchor(service.app))
  tx = await oneTransaction(service.databaseUrl)
}, 180_000)
afterAll(async () => {
  await tx.close()
  await service.stop()
})

type Looking = { app: App; db: Db }

const lookedAt = (): Looking => {
  const seals = { sealer: service.app.sealer, tables: sealedTableMap, onBroken: () => undefined }
  const db = createDb(tx.pool, seals)
  return { app: { ...service.app, config: { ...service.app.config }, db }, db }
}

const problems = async ({ app }: Looking, anchors: string[]): Promise<number> => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  try {
    return await verifyAll(app, tx.pool, anchors)
  } finally {
    printed.mockRestore()
  }
}

const REFUSALS = [/changed outside the service/, /no anchor that vouches/, /see "bindery audit verify"/]

/** What happens next in the service: a start, the next anchor, and the row read by anybody. */
const isRefused = async ({ app, db }: Looking, { table }: Tampering): Promise<boolean> => {
  try {
    await beginSealing(app, tx.pool)
    await appendAnchor(app)
    if (sealedTableMap.has(table))
      await db.withTables<Record<string, object>>().selectFrom(table).selectAll().execute()
    return false
  } catch (error) {
    if (REFUSALS.some(refusal => refusal.test(String(error)))) return true
    throw error
  }
}

describe('somebody with write access to the database and without the secret', () => {
  test('finds rows in every sealed table, and all of them in order', async () => {
    for (const { table } of sealedTables)
      expect((await query(service.databaseUrl, `select from ${table}`)).length, table).toBeGreaterThan(0)
    await tx.begin()
    for (const { table } of sealedTables)
      expect(await isRefused(lookedAt(), { table, did: '', by: '' })).toBe(false)
    expect(await problems(lookedAt(), [stored])).toBe(0)
    await tx.undo()
  })

  test(`is refused or found out ${TAMPERINGS} times of ${TAMPERINGS}, whatever they change, swap, delete, invent or roll back`, async () => {
    const begin = process.env.TORTURE || process.env.SEED ? seed() : 48
    const counts = {
      refused: 0,
      named: 0,
      'allowed by the table of SECURITY.md': 0,
      'made good by the service': 0,
    }
    const unnoticed: string[] = []
    const startedAt = Date.now()
    for (let number = 0; number < TAMPERINGS; number++) {
      const roll = dice(begin + number)
      const looking = lookedAt()
      await tx.begin()
      const isRunning = roll.one([true, false])
      if (isRunning) await appendAnchor(looking.app)
      const anchors = roll.one([[], [stored]])
      const newest = (await lastAnchor(looking.db)) as Anchor
      const did = await tamper(tx, roll, roll.one(['owner', 'bindery_app']))
      const isAllowed = isRollBack(did) && !isRunning && anchors.length === 0
      if (await isRefused(looking, did)) counts.refused++
      else if ((await problems(looking, anchors)) > 0) counts.named++
      else if (isAllowed) counts['allowed by the table of SECURITY.md']++
      else if (did.table === 'seal_anchors' && (await hasAnchor(looking.db, newest)))
        counts['made good by the service']++
      else unnoticed.push(`SEED=${begin + number}: ${did.table}, ${did.did}, by ${did.by}`)
      await tx.undo()
      if ((number + 1) % 100 === 0)
        console.info(`${number + 1} tamperings, next SEED=${begin + number + 1}:`, counts, ...unnoticed)
    }
    console.info(`SEED=${begin}, ${Math.round((Date.now() - startedAt) / 1000)} s:`, counts)
    expect(unnoticed).toEqual([])
  }, 7_200_000)
})
