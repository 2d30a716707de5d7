import { expect, test } from 'vitest'
import { sealedColumns, sealedTables } from '../../../src/tables.ts'
import { createDatabase, query } from '../../support/database/database.ts'

/** Tables that say nothing about who may do what. */
const NO_AUTHORITY: Record<string, string> = {
  migrations: 'names of files; a wrong one fails at start',
  readiness: 'proof that the database takes writes',
  secret_canary: 'encrypted; opened at every start',
  audit_entries: 'the chain of its intake covers every column',
  seal_log: 'the anchors cover it',
  seal_anchors: 'each is signed and chained to the one before',
  rate_limits: 'counters; a reset gives back a budget, not access',
  email_counts: 'counters; a reset lets more emails out, and gives no access',
  property_purchases: 'keeps a second buyer away from an address; orders and policies are sealed',
  one_time_tries: 'counters; codes end after ten minutes all the same',
  replays: 'responses, encrypted and bound to their request; they live a day',
  properties: 'random names for homes, unique for an operator and an address',
  property_rows: 'coarse copies for the dashboard, made anew with every change of the intake',
  property_counts: 'sums for the dashboard',
  property_days: 'sums for the dashboard',
  lender_link_openings: 'who opened a link; shown to its maker and to staff, and gives no access',
  request_metadata: 'notes of an operator, encrypted and bound to the request and its owner',
  ...Object.fromEntries(
    ['', '_0', '_1', '_2', '_3', '_4', '_5', '_6', '_7'].map(slot => [
      `request_log${slot}`,
      'which calls an operator made; shown to it, and believed by nobody',
    ]),
  ),
  changes: 'coarse copies for the feed, written with every change of the intake',
  change_counters: 'numbers of the feed; a wrong one repeats or hides coarse copies, and gives no access',
  book_terms: 'leads to records by MACs; a record is opened and checked before it is shown',
  book_waiting: 'names of records to file in the book',
  payment_notices: 'which emails were sent; a missing row tells somebody twice',
  ledger_differences: 'found anew every night; the ledger, payments and refunds are sealed',
  inbound_events:
    'what was sent to us, for staff; an event counts where it was taken, and its body is encrypted',
  staff: 'the email is encrypted and bound to the id; access comes from STAFF_EMAILS',
}

/** Columns of sealed tables that carry no authority. */
const NO_AUTHORITY_IN: Record<string, Record<string, string>> = {
  intakes: { offers_mailed_at: 'a date for the dashboard' },
  operators: {
    organization_name: 'told, never checked',
    contact_name: 'told, never checked',
    use_case_description: 'told, never checked',
    referral_source_name: 'told, never checked',
    updated_at: 'a date',
  },
  credentials: { last_used_at: 'a date', notified_days: 'which notice was emailed' },
  access_tokens: { last_used_at: 'a date' },
  agent_registrations: { poll_seconds: 'pace of polling', polled_at: 'pace of polling' },
  desk_tasks: { emailed_at: 'a date' },
  emails: { last_error: 'for staff', sent_at: 'a date', kept_with_application: 'when it is deleted' },
}

test('every column in the database is sealed, encrypted, or named here with the reason why it carries no authority', async () => {
  const columns = await query<{ table: string; column: string }>(
    await createDatabase(),
    `select table_name as table, column_name as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(columns.length).toBeGreaterThan(200)
  const covered = new Set([
    ...sealedTables.flatMap(({ table, columns: names }) => names.map(name => `${table}.${name}`)),
    ...sealedTables.map(({ table }) => `${table}.seal`),
    ...sealedColumns
      .filter(({ field }) => field === undefined)
      .map(({ table, column }) => `${table}.${column}`),
    ...Object.entries(NO_AUTHORITY_IN).flatMap(([table, names]) =>
      Object.keys(names).map(name => `${table}.${name}`),
    ),
  ])
  const open = columns.filter(
    ({ table, column }) => !(table in NO_AUTHORITY) && !covered.has(`${table}.${column}`),
  )
  expect(open).toEqual([])
})

test('every sealed table has the triggers that log its seals', async () => {
  const logged = await query<{ name: string }>(
    await createDatabase(),
    `select tgrelid::regclass::text as name from pg_trigger
     where tgname in ('seal_written', 'seal_renewed') and tgenabled = 'O' group by 1 having count(*) = 2`,
  )
  expect(logged.map(({ name }) => name).sort()).toEqual(sealedTables.map(({ table }) => table).sort())
})
