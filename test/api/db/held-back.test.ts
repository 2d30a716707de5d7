import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteEmailsBefore } from '../../../src/agency/emails/store.ts'
import { insertCodes, useCodes } from '../../../src/doors/desk/staff/recovery-store.ts'
import { hasFactor, newSecret, removeFactor } from '../../../src/doors/desk/staff/second-factor.ts'
import { insertHold, isOnHold, liftHold, listHolds } from '../../../src/platform/audit/hold-store.ts'
import { revokeAllKeys } from '../../../src/platform/key/store.ts'
import { whyStopped } from '../../../src/products/line/stops/stops.ts'
import { insertStop } from '../../../src/products/line/stops/store.ts'
import { query } from '../../support/database/database.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const ANN = 'ann@agency.example'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ work: false, env: { RATE_LIMITS: 'off', STAFF_EMAILS: ANN } })
})
afterAll(() => service.stop())

const CHANGED = /was changed outside the service/

/** One UPDATE, and what it changed put back afterwards. */
const whileChanged = async (
  { table, column, to, where }: { table: string; column: string; to: string; where: string },
  look: () => Promise<unknown>,
): Promise<void> => {
  const [was] = await query<Record<string, unknown>>(
    service.databaseUrl,
    `select ${column} from ${table} where ${where}`,
  )
  await query(service.databaseUrl, `update ${table} set ${column} = ${to} where ${where}`)
  const refusal = expect(look()).rejects.toThrow(CHANGED)
  await refusal.finally(() =>
    query(service.databaseUrl, `update ${table} set ${column} = $1 where ${to} = ${column}`, [was?.[column]]),
  )
}

describe('what holds somebody back does not vanish by one UPDATE in the database:', () => {
  test('a second factor', async () => {
    const { app } = service
    await newSecret(app, { email: ANN, setUp: 'first' })
    const [factor] = await query<{ factor_id: string }>(
      service.databaseUrl,
      'select factor_id from staff_second_factors',
    )
    const where = `factor_id = '${factor?.factor_id}'`
    const look = () => hasFactor(app, ANN)
    await expect(look()).resolves.toBe(false)
    const table = 'staff_second_factors'
    await whileChanged({ table, column: 'removed_at', to: "'2026-01-01Z'", where }, look)
    await whileChanged({ table, column: 'staff_id', to: "'stf_nobody'", where }, look)
    const remove = () => removeFactor(app, ANN, { by: 'staff:test', change: 'removed' })
    await whileChanged({ table, column: 'removed_at', to: "'2026-01-01Z'", where }, remove)
  })

  test('a recovery code that hides while the others are voided', async () => {
    const { app } = service
    const created_at = app.clock.now()
    await newSecret(app, { email: 'bob@agency.example', setUp: 'first' })
    const [factor] = await query<{ factor_id: string }>(
      service.databaseUrl,
      'select factor_id from staff_second_factors order by factor_id desc',
    )
    const factor_id = String(factor?.factor_id)
    const code = { factor_id, code: Buffer.from('code'), created_at, used_at: null }
    await insertCodes(app.db, [{ ...code, code_id: 'rcv_one' }])
    await whileChanged(
      { table: 'staff_recovery_codes', column: 'used_at', to: "'2026-01-01Z'", where: 'true' },
      () => useCodes(app.db, { factor_id }, created_at),
    )
  })

  test('a legal hold', async () => {
    const { app } = service
    const placed = { placed_at: app.clock.now(), placed_by: 'staff:test' }
    const { key } = await newOperator(service)
    const applied = async () =>
      String((await quotesCall(service.url, key, { intake: completeIntake() })).body.uid)
    const [held, other] = [await applied(), await applied()]
    await insertHold(app.db, { hold_id: 'hld_one', uid: held, ...placed })
    const looks = [
      () => isOnHold(app.db, held),
      () => deleteEmailsBefore(app.db, app.clock.now()),
      () => listHolds(app.db, { after: null, limit: 10 }),
    ]
    for (const look of looks) {
      const where = "hold_id = 'hld_one'"
      await whileChanged({ table: 'legal_holds', column: 'lifted_at', to: "'2026-01-01Z'", where }, look)
      await whileChanged({ table: 'legal_holds', column: 'uid', to: `'${other}'`, where }, look)
    }
    expect(await isOnHold(app.db, held)).toBe(true)
    await liftHold(app.db, held, { lifted_at: app.clock.now(), lifted_by: 'staff:test' })
    expect(await isOnHold(app.db, held)).toBe(false)
  })

  test('a binding stop', async () => {
    const { app } = service
    const now = new Date('2026-01-01')
    const everything = { carrier_id: null, line: null, state: null, zips: null, area: null }
    await insertStop(app.db, {
      stop_id: 'stp_one',
      ...everything,
      reason: 'storm',
      starts_at: now,
      ends_at: null,
      created_at: now,
      created_by: 'staff:test',
    })
    const risk = { line: 'homeowners', state: 'TX', zip: '73301', carrier_id: 'any' }
    const look = () => whyStopped(app, { uid: 'hom_none', sandbox: false }, risk)
    expect(await look()).toContain('storm')
    const where = "stop_id = 'stp_one'"
    for (const column of ['lifted_at', 'ends_at'])
      await whileChanged({ table: 'binding_stops', column, to: "'2026-01-02Z'", where }, look)
  })

  test('a suspension', async () => {
    const { key, uid } = await newOperator(service)
    await query(
      service.databaseUrl,
      "update operators set standing = 'approved', standing_by = 'x' where operator_uid = $1",
      [uid],
    )
    const { status } = await quotesCall(service.url, key, { intake: completeIntake() })
    expect(status).toBe(500)
  })

  test('a key that hides as revoked while all are revoked', async () => {
    const { uid } = await newOperator(service)
    const where = `operator_uid = '${uid}'`
    await whileChanged({ table: 'credentials', column: 'revoked_at', to: "'2026-01-01Z'", where }, () =>
      revokeAllKeys(service.app.db, uid, service.app.clock.now()),
    )
  })
})
