import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Row, t, table, tablesOf } from '../../platform/db/table.ts'
import { policies } from '../policies/store.ts'

export const commissionStatements = table(
  'commission_statements',
  'a copy of what the carrier sent; what it moved is in the ledger, which is sealed',
  {
    statement_id: t.key(t.text()),
    carrier_id: t.text(),
    month: t.text(),
    received_on: t.text(),
    total_cents: t.number(),
    reference: t.text(),
    recorded_by: t.text(),
    recorded_at: t.time(),
    digest: t.bytes(),
  },
)

export const commissionStatementLines = table(
  'commission_statement_lines',
  'a copy of what the carrier sent; what it moved is in the ledger, which is sealed',
  {
    statement_id: t.key(t.text()),
    line: t.key(t.number()),
    policy_number: t.text(),
    policy_id: t.orNull(t.text()),
    premium_cents: t.orNull(t.number()),
    commission_cents: t.number(),
    expected_cents: t.orNull(t.number()),
  },
)

export const trustSplits = table(
  'trust_splits',
  'what it moves is in the ledger, and who set it in staff_acts',
  {
    policy_id: t.key(t.text()),
    producer: t.text(),
    percent: t.number(),
    set_by: t.text(),
    set_at: t.time(),
  },
)

export type CommissionStatement = Row<typeof commissionStatements>
export type CommissionLine = Row<typeof commissionStatementLines>
type Split = Row<typeof trustSplits>

const tables = tablesOf(commissionStatements, commissionStatementLines, trustSplits, policies)

/** What a policy comes to with its carrier: before the month, in it, and after it. Cents. */
export type AccountRow = {
  uid: string
  policy_id: string
  carrier_id: string
  policy_number: string
  effective_date: string
  sandbox: boolean
  opening: number
  gross: number
  commission: number
  net: number
  paid: number
  closing: number
  /** Commission of a carrier that bills by itself. */
  direct_opening: number
  expected: number
  received: number
  direct_closing: number
  /** What the customer has paid of it, less what was given back. */
  owed_by_customer: number
}

/**
 * Lines from before they named their policy are of the policy that their entry names, or of the first of their
 * application.
 */
const POLICY = sql`coalesce(lines.policy_id, substring(lines.entry_id from '/(pol_[0-9A-Za-z]+)'),
  (select policy_id from policies first where first.uid = lines.uid order by issued_at, policy_id limit 1))`

export const dayOfLine = (zone: string) =>
  sql`coalesce(lines.booked_on, to_char(lines.posted_at at time zone ${zone}, 'YYYY-MM-DD'))`

type Month = { zone: string; from: string; until: string }

export const accountRows = async (
  db: Db,
  { zone, from, until }: Month,
  carrier_id?: string,
): Promise<AccountRow[]> => {
  const { rows } = await sql<AccountRow>`
    with booked as (
      select lines.uid, ${POLICY} as policy_id, account, event, amount_cents as cents, ${dayOfLine(zone)} as day
      from ledger_lines lines
      where account in ('payable_to_carrier', 'commission', 'receivable', 'commission_receivable')
    ),
    sums as (
      select policy_id,
        0 - coalesce(sum(cents) filter (where account = 'payable_to_carrier' and day < ${from}), 0) as opening,
        coalesce(sum(cents) filter (where account = 'receivable' and is_charge and day >= ${from}), 0) as gross,
        0 - coalesce(sum(cents) filter (where account = 'commission' and is_charge and day >= ${from}), 0) as commission,
        0 - coalesce(sum(cents) filter (where account = 'payable_to_carrier' and event <> 'carrier_paid' and day >= ${from}), 0) as net,
        coalesce(sum(cents) filter (where account = 'payable_to_carrier' and event = 'carrier_paid' and day >= ${from}), 0) as paid,
        0 - coalesce(sum(cents) filter (where account = 'payable_to_carrier'), 0) as closing,
        coalesce(sum(cents) filter (where account = 'commission_receivable' and day < ${from}), 0) as direct_opening,
        coalesce(sum(cents) filter (where account = 'commission_receivable' and event <> 'commission_received' and day >= ${from}), 0) as expected,
        0 - coalesce(sum(cents) filter (where account = 'commission_receivable' and event = 'commission_received' and day >= ${from}), 0) as received,
        coalesce(sum(cents) filter (where account = 'commission_receivable'), 0) as direct_closing
      from (
        select *, event in ('policy_bound', 'installment_billed', 'premium_returned') as is_charge from booked
        where day <= ${until} and policy_id is not null
      ) dated
      group by policy_id
    ),
    customers as (
      select uid, sum(cents) as owed from booked where account = 'receivable' and day <= ${until} group by uid
    )
    select policies.uid, policies.policy_id, policies.carrier_id, policy_number, effective_date, sandbox,
      opening::bigint, gross::bigint, commission::bigint, net::bigint, paid::bigint, closing::bigint,
      direct_opening::bigint, expected::bigint, received::bigint, direct_closing::bigint,
      coalesce(owed, 0)::bigint as owed_by_customer
    from sums join policies on policies.policy_id = sums.policy_id
    left join customers on customers.uid = policies.uid
    where ${carrier_id === undefined ? sql`true` : sql`policies.carrier_id = ${carrier_id}`}
      and (opening, gross, commission, net, paid, closing, direct_opening, expected, received, direct_closing)
        <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by effective_date, policy_number, policies.policy_id`.execute(db)
  return rows
}

/** False: this file was taken before. */
export const insertStatement = async (
  db: Db,
  statement: CommissionStatement,
  lines: readonly CommissionLine[],
): Promise<boolean> => {
  const row = await tables(db)
    .insertInto('commission_statements')
    .values(statement)
    .onConflict(conflict => conflict.column('digest').doNothing())
    .returning('statement_id')
    .executeTakeFirst()
  if (!row) return false
  if (lines.length > 0) await tables(db).insertInto('commission_statement_lines').values(lines).execute()
  return true
}

export const listStatements = (db: Db, carrier_id: string): Promise<CommissionStatement[]> =>
  tables(db)
    .selectFrom('commission_statements')
    .selectAll()
    .where('carrier_id', '=', carrier_id)
    .orderBy('recorded_at', 'desc')
    .limit(24)
    .execute()

export const putSplit = (db: Db, split: Split): Promise<unknown> =>
  tables(db)
    .insertInto('trust_splits')
    .values(split)
    .onConflict(conflict => conflict.column('policy_id').doUpdateSet(split))
    .execute()

type SplitDue = Split & { uid: string; carrier_id: string; earned: number; shared: number }

/** The commission of each policy that is shared, and what was posted of the share, until that day. */
export const splitsDue = async (db: Db, { zone, until }: Omit<Month, 'from'>): Promise<SplitDue[]> => {
  const { rows } = await sql<SplitDue>`
    select trust_splits.*, policies.uid, policies.carrier_id,
      coalesce((select 0 - sum(amount_cents) from ledger_lines lines
        where account in ('commission', 'commission_direct') and ${POLICY} = trust_splits.policy_id
          and lines.uid = policies.uid and ${dayOfLine(zone)} <= ${until}), 0)::bigint as earned,
      coalesce((select sum(amount_cents) from ledger_lines lines
        where account = 'producer_commission' and lines.policy_id = trust_splits.policy_id
          and ${dayOfLine(zone)} <= ${until}), 0)::bigint as shared
    from trust_splits join policies on policies.policy_id = trust_splits.policy_id`.execute(db)
  return rows
}

/** The numbers of deposits and of carriers' statements. */
export const listBookReferences = async (
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ id: string; reference: string }[]> => {
  const { rows } = await sql<{ id: string; reference: string }>`
    select deposit_id as id, reference from deposits where recorded_at >= ${from} and recorded_at < ${to}
    union all
    select statement_id, reference from commission_statements where recorded_at >= ${from} and recorded_at < ${to}
  `.execute(db)
  return rows
}
