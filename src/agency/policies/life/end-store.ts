import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { policies } from '../store.ts'

export const policyEnds = sealedTable('policy_ends', 'never', {
  end_id: t.key(t.text()),
  policy_id: t.text(),
  uid: t.text(),
  number: t.number(),
  kind: t.text<'ended' | 'noticed' | 'kept'>(),
  ended_on: t.orNull(t.text()),
  end_reason: t.orNull(t.text<'insured' | 'carrier' | 'home_sold' | 'insured_died' | 'other'>()),
  recorded_by: t.text(),
  recorded_at: t.time(),
  /** later: the carrier has not stated the return premium. */
  refund: t.orNull(t.text<'later'>()),
  told: t.orNull(t.text<'other' | 'nobody'>()),
})

export type PolicyEndRow = Row<typeof policyEnds>

const tables = tablesOf(policyEnds, policies)

export const insertPolicyEnd = async (db: Db, row: PolicyEndRow): Promise<void> => {
  await tables(db).insertInto('policy_ends').values(row).execute()
}

export const listPolicyEnds = (db: Db, uids: readonly string[]): Promise<PolicyEndRow[]> =>
  tables(db)
    .selectFrom('policy_ends')
    .selectAll()
    .where('uid', 'in', uids)
    .orderBy('policy_id')
    .orderBy('number')
    .execute()

export type Ending = { uid: string; item: string; ended_on: string }

export const listEndings = async (db: Db, uids: readonly string[]): Promise<Ending[]> => {
  if (uids.length === 0) return []
  const rows = await tables(db)
    .selectFrom('policy_ends')
    .innerJoin('policies', 'policies.policy_id', 'policy_ends.policy_id')
    .distinctOn('policy_ends.policy_id')
    .select(['policy_ends.uid', 'item', 'ended_on'])
    .where('policy_ends.uid', 'in', uids)
    .where('kind', '<>', 'noticed')
    .orderBy('policy_ends.policy_id')
    .orderBy('number', 'desc')
    .execute()
  return rows.flatMap(({ uid, item, ended_on }) => (ended_on === null ? [] : [{ uid, item, ended_on }]))
}

/** to_record: carriers canceled without saying from when. to_refund: no carrier has stated the return premium. */
export type OpenEnds = 'to_record' | 'to_refund'

const openEnds = (db: Db, which: OpenEnds) =>
  tables(db)
    .selectFrom('policy_ends')
    .innerJoin('policies', 'policies.policy_id', 'policy_ends.policy_id')
    .where(which === 'to_record' ? sql<boolean>`kind = 'noticed'` : sql<boolean>`refund = 'later'`)
    .where('sandbox', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('policy_ends as later')
            .select('later.end_id')
            .whereRef('later.policy_id', '=', 'policy_ends.policy_id')
            .whereRef('later.number', '>', 'policy_ends.number'),
        ),
      ),
    )

const OLDEST = { table: 'policy_ends', by: ['recorded_at', 'end_id'] } as const

export type CancellationNotice = Pick<PolicyEndRow, 'end_id' | 'uid' | 'recorded_at'> &
  Pick<Row<typeof policies>, 'policy_number' | 'carrier_id'>

export const listOpenEnds = (
  db: Db,
  which: OpenEnds,
  { after, limit }: PageAsked,
): Promise<CancellationNotice[]> =>
  openEnds(db, which)
    .select(['end_id', 'policy_ends.uid', 'recorded_at', 'policy_number', 'carrier_id'])
    .where(isAfter(OLDEST, after))
    .orderBy('recorded_at')
    .orderBy('end_id')
    .limit(limit)
    .execute()

export const countOpenEnds = async (db: Db, which: OpenEnds): Promise<number> => {
  const { count } = await openEnds(db, which)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
