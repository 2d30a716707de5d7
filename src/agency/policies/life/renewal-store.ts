import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf, writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { type RenewalStatus, renewalStatuses } from '../policy-life.ts'
import { policies } from '../store.ts'

export const policyRenewals = sealedTable('policy_renewals', 'never', {
  renewal_id: t.key(t.text()),
  policy_id: t.text(),
  uid: t.text(),
  due_on: t.text(),
  status: t.text<RenewalStatus>(),
  period_to: t.orNull(t.text()),
  valid_until: t.orNull(t.text()),
  annual_price: t.orNull(t.number()),
  words: t.encrypted(),
  opened_at: t.time(),
  recorded_by: t.text(),
  recorded_at: t.time(),
})

export type RenewalRow = Row<typeof policyRenewals>

const tables = tablesOf(policyRenewals, policies)

const OPEN = ['due', 'offered'] as const

export const insertRenewal = (db: Db, row: RenewalRow): Promise<boolean> =>
  writesOne(
    tables(db)
      .insertInto('policy_renewals')
      .values(row)
      .onConflict(conflict => conflict.columns(['policy_id', 'due_on']).doNothing()),
  )

export const listRenewals = (db: Db, uids: readonly string[]): Promise<RenewalRow[]> =>
  tables(db)
    .selectFrom('policy_renewals')
    .selectAll()
    .where('uid', 'in', uids)
    .orderBy('policy_id')
    .orderBy('due_on')
    .execute()

export const findRenewal = (db: Db, renewal_id: string): Promise<RenewalRow | undefined> =>
  tables(db).selectFrom('policy_renewals').selectAll().where('renewal_id', '=', renewal_id).executeTakeFirst()

type Change = Pick<RenewalRow, 'renewal_id' | 'status' | 'words' | 'recorded_by' | 'recorded_at'> &
  Partial<Pick<RenewalRow, 'period_to' | 'valid_until' | 'annual_price'>>

export const changeRenewal = (db: Db, { renewal_id, ...change }: Change): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('policy_renewals')
      .set(change)
      .where('renewal_id', '=', renewal_id)
      .where('status', 'in', OPEN),
  )

/** Resets it as if the carrier had not answered. False: the carrier did not refuse. */
export const reopenRenewalRow = (
  db: Db,
  { renewal_id, ...told }: Pick<RenewalRow, 'renewal_id' | 'words' | 'recorded_by' | 'recorded_at'>,
): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('policy_renewals')
      .set({ ...told, status: 'due', period_to: null, valid_until: null, annual_price: null })
      .where('renewal_id', '=', renewal_id)
      .where('status', '=', 'not_renewed'),
  )

export const replaceRenewalWords = async (db: Db, renewal_id: string, words: Buffer): Promise<void> => {
  await tables(db)
    .updateTable('policy_renewals')
    .set({ words })
    .where('renewal_id', '=', renewal_id)
    .execute()
}

/** The last row of a policy's end that counts says that it was canceled. */
const isCanceled = (policy_id: string) => sql<boolean>`'ended' = (
  select kind from policy_ends
  where policy_ends.policy_id = ${sql.ref(policy_id)} and kind <> 'noticed'
  order by number desc limit 1
)`

type Days = { from: string; until: string }

/** A day before `from` counts only if the feed has said nothing since that day was over in every state. */
type Lapsed = Days & { unsaidFrom: string }

const isUnsaid = (uid: string, over: ReturnType<typeof sql>) => sql<boolean>`(
  select max(at) < ((${over}) + time '12:00') at time zone 'UTC' from changes where changes.uid = ${sql.ref(uid)}
)`

type Page = { after: string; limit: number }
type Found = { uid: string; policy_id: string }

type Which = { unless: readonly RenewalStatus[]; and?: ReturnType<typeof sql> }

const periodsEnding = async (
  db: Db,
  { from, until, unless, and = sql`true` }: Days & Which,
  { after, limit }: Page,
): Promise<Found[]> => {
  const { rows } = await sql<Found>`
    select uid, policy_id from (
      select uid, policy_id, expiration_date as due_on from policies
      where not sandbox and expiration_date between ${from} and ${until}
      union all
      select policies.uid, policies.policy_id, period_to from policy_renewals
      join policies using (policy_id)
      where status = 'renewed' and not sandbox and period_to between ${from} and ${until}
    ) as ending
    where not exists (
      select from policy_renewals known
      where known.policy_id = ending.policy_id and known.due_on = ending.due_on
        and known.status in (${sql.join(unless)})
    ) and ${isCanceled('ending.policy_id')} is not true and policy_id > ${after} and ${and}
    order by policy_id
    limit ${limit}
  `.execute(db)
  return rows
}

export const listPeriodsEnding = (db: Db, days: Days, page: Page): Promise<Found[]> =>
  periodsEnding(db, { ...days, unless: renewalStatuses }, page)

export const listLapsed = (db: Db, { from, until, unsaidFrom }: Lapsed, page: Page): Promise<Found[]> => {
  const and = sql`(due_on >= ${from} or ${isUnsaid('ending.uid', sql`due_on::date`)})`
  return periodsEnding(db, { from: unsaidFrom, until, unless: ['renewed'], and }, page)
}

const open = (db: Db) =>
  tables(db)
    .selectFrom('policy_renewals')
    .innerJoin('policies', 'policies.policy_id', 'policy_renewals.policy_id')
    .where('status', 'in', OPEN)
    .where('sandbox', '=', false)
    .where(sql<boolean>`${isCanceled('policies.policy_id')} is not true`)

export const listOffersLapsed = (
  db: Db,
  { from, until, unsaidFrom }: Lapsed,
  { after, limit }: Page,
): Promise<Found[]> =>
  open(db)
    .select(['policies.uid', 'policies.policy_id'])
    .where('status', '=', 'offered')
    .where('valid_until', '>=', unsaidFrom)
    .where('valid_until', '<=', until)
    .where(sql<boolean>`(valid_until >= ${from} or ${isUnsaid('policies.uid', sql`valid_until::date + 1`)})`)
    .where('policies.policy_id', '>', after)
    .orderBy('policies.policy_id')
    .limit(limit)
    .execute()

const SOONEST = { table: 'policy_renewals', by: ['due_on', 'renewal_id'] } as const

export const listOpenRenewals = (db: Db, { after, limit }: PageAsked): Promise<RenewalRow[]> =>
  open(db)
    .selectAll('policy_renewals')
    .where(isAfter(SOONEST, after))
    .orderBy('due_on')
    .orderBy('renewal_id')
    .limit(limit)
    .execute()

export const countOpenRenewals = (db: Db): Promise<number> => countOf(open(db))
