import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendAnchor } from '../../../src/platform/audit/anchors.ts'
import { keyHash } from '../../../src/platform/key/operator-key.ts'
import { revokeAllKeys } from '../../../src/platform/key/store.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
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
    revoke: () => revokeAllKeys(service.app.db, String(row?.operator_uid), service.app.clock.now()),
    putBack: (seal = row?.seal) =>
      sql('update credentials set revoked_at = null, seal = $2 where hash = $1', keyHash(key), seal),
    forgetBirth: () =>
      sql("delete from seal_log where row_key = $1 and table_name = 'credentials'", row?.credential_id),
  }
}

const verified = async () =>
  (await runBindery(['audit', 'verify'], { DATABASE_URL: service.databaseUrl, SECRET_KEY })).output

test('a row never gets an older seal again', async () => {
  const key = await revokedKey()
  await key.revoke()
  await expect(key.putBack()).rejects.toThrow('was rolled back')
})

test('a revoked key whose birth was taken from the log before its anchor, and that is put back days later, is named', async () => {
  const key = await revokedKey()
  await key.forgetBirth()
  await key.revoke()
  await appendAnchor(service.app)
  expect(await verified()).toContain(`credentials ${key.id}: has a seal out of turn`)
  service.pass(2 * DAY)
  await query(service.databaseUrl, 'alter table credentials disable trigger seal_kept')
  await key.putBack()
  await query(service.databaseUrl, 'alter table credentials enable trigger seal_kept')
  await appendAnchor(service.app)
  expect(await verified()).toContain(`credentials ${key.id}: has a seal out of turn`)
})
