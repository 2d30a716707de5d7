import { sql } from 'kysely'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'

export type PolicyEndRow = {
  end_id: string
  policy_id: string
  uid: string
  number: number
  kind: 'ended' | 'noticed' | 'kept'
  ended_on: string | null
  end_reason: 'insured' | 'carrier' | 'home_sold' | 'insured_died' | 'other' | null
  recorded_by: string
  recorded_at: Date
  /** later: the carrier has not stated the return premium. */
  refund: 'later' | null
  told: 'other' | 'nobody' | null
}

type Tables = {
  policy_ends: PolicyEndRow
  policies: { policy_id: string; item: string; policy_number: string; carrier_id: string; sandbox: boolean }
}

const tables = (db: Db) => db.withTables<Tables>()

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
  Pick<Tables['policies'], 'policy_number' | 'carrier_id'>

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
