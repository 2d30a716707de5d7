import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { verifyAll } from '../../../src/doors/cli/audit.ts'
import { anchorLine } from '../../../src/platform/audit/anchor.ts'
import { appendAnchor } from '../../../src/platform/audit/anchors.ts'
import { createDb } from '../../../src/platform/db/session.ts'
import { sealedTableMap, sealedTables } from '../../../src/tables.ts'
import { query } from '../../support/database/database.ts'
import { fillDatabase } from '../../support/database/full-database.ts'
import { type OneTransaction, oneTransaction } from '../../support/database/one-transaction.ts'
import { dice, tamper } from '../../support/database/tampering.ts'
import { STAFF } from '../../support/people/desk.ts'
import { scaled, seed } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const TAMPERINGS = scaled(40, 2000)

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

const problems = async (anchors = [stored]): Promise<{ count: number; output: string }> => {
  const said: string[] = []
  const printed = vi.spyOn(console, 'log').mockImplementation(line => said.push(String(line)))
  const seals = { sealer: service.app.sealer, tables: sealedTableMap, onBroken: () => undefined }
  try {
    const app = { ...service.app, db: createDb(tx.pool, seals) }
    return { count: await verifyAll(app, tx.pool, anchors), output: said.join('\n') }
  } finally {
    printed.mockRestore()
  }
}

describe('somebody with write access to the database and without the secret', () => {
  test('finds rows in every sealed table, and all of them in order', async () => {
    for (const { table } of sealedTables)
      expect((await query(service.databaseUrl, `select from ${table}`)).length, table).toBeGreaterThan(0)
    await tx.begin()
    expect(await problems()).toMatchObject({ count: 0 })
    await tx.undo()
  })

  test(`is found out ${TAMPERINGS} times of ${TAMPERINGS}, whatever they change, swap, delete, invent or roll back`, async () => {
    const begin = process.env.TORTURE ? seed() : 48
    const unnoticed: string[] = []
    const roll = dice(begin)
    for (let number = 0; number < TAMPERINGS; number++) {
      await tx.begin()
      const did = await tamper(tx, roll, roll.one(['owner', 'bindery_app']))
      const anchors = roll.one([[], [stored]])
      // Without a stored anchor, nothing tells a log that ends earlier.
      const isDefended = anchors.length > 0 || !did.startsWith('seal_anchors: delete')
      if ((await problems(anchors)).count === 0 && isDefended) unnoticed.push(did)
      await tx.undo()
    }
    expect(unnoticed, `SEED=${begin}`).toEqual([])
  }, 3_600_000)
})
