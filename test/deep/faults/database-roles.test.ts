import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { eraseOverdue } from '../../../src/products/erase-job.ts'
import { purge } from '../../../src/purge-job.ts'
import { sealedTables } from '../../../src/tables.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { runBindery } from '../../support/servers/command.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'

const LOGS = ['audit_entries', 'seal_log', 'seal_anchors']

/** Rows of these never go. */
const KEPT = [
  ...LOGS,
  ...sealedTables.filter(({ deletion }) => deletion === 'never').map(({ table }) => table),
]

/** Rows of these never change either. */
const EVIDENCE = [
  ...LOGS,
  'consents',
  'consent_uses',
  'consent_withdrawals',
  'delivery_withdrawals',
  'policies',
  'policy_documents',
  'policy_ends',
  'desk_reads',
  'ledger_lines',
]

test('the service sells a policy, erases and purges as a role that can add evidence and neither change nor delete it; it does not start before the owner migrated', async () => {
  const owner = await createDatabase()
  await query(owner, await readFile(new URL('../../../deploy/postgres-roles.sql', import.meta.url), 'utf8'))
  const databaseUrl = owner.replace('//bindery@', '//bindery_app@')
  expect(await query(databaseUrl, 'select current_user')).toEqual([{ current_user: 'bindery_app' }])
  const service = await serviceForThisTest({ databaseUrl })
  const key = await getKey(service.url, newEmail())
  const { homeowner } = await selectedHomeowner(service, key)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const { uid } = await startShopping(service.url, 'homeowners', { intake: completeIntake() })
  service.pass(31 * DAY)
  await runJob(service, eraseOverdue)
  await runJob(service, purge)
  expect(
    await query(owner, 'select erased_at is not null as erased from intakes where uid = $1', [uid]),
  ).toEqual([{ erased: true }])
  for (const table of KEPT) {
    const denied = `permission denied for table ${table}`
    await expect(query(databaseUrl, `delete from ${table}`)).rejects.toThrow(denied)
    await expect(query(databaseUrl, `truncate ${table}`)).rejects.toThrow(denied)
  }
  for (const table of EVIDENCE) {
    const denied = `permission denied for table ${table}`
    const [column] = await query<{ name: string }>(
      databaseUrl,
      'select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 2',
      [table],
    )
    const { name } = column as { name: string }
    await expect(query(databaseUrl, `update ${table} set ${name} = ${name}`)).rejects.toThrow(denied)
  }
  await expect(query(databaseUrl, "select nextval('seal_log_seq_seq')")).rejects.toThrow('permission denied')
  const forge = "insert into seal_log (table_name, row_key, deleted) values ('offers', 'off_x', false)"
  await expect(query(databaseUrl, forge)).rejects.toThrow('permission denied for table seal_log')
  const trigger = 'create trigger forging after insert on mine for each row execute function'
  await expect(
    query(databaseUrl, `create temp table mine (seal bytea); ${trigger} log_seal_of_offers()`),
  ).rejects.toThrow('permission denied for function log_seal_of_offers')
  const doctor = async (DATABASE_URL: string) =>
    (await runBindery(['doctor'], { DATABASE_URL, SECRET_KEY })).output
  expect(await doctor(databaseUrl)).not.toContain('a single role for everything')
  expect(await doctor(owner)).toContain('a single role for everything, which can rewrite evidence')
  await query(owner, "delete from migrations where name = '0054-responses-in-their-row.sql'")
  await expect(serviceForThisTest({ databaseUrl })).rejects.toThrow('Run "bindery migrate"')
})
