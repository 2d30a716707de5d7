import { sql } from 'kysely'
import { uidByTime } from '../../db/after-row.ts'
import type { Db } from '../../db/database.ts'
import { hasPair } from '../../line/record/metadata-store.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export type PurchaseRow = {
  uid: string
  sandbox: boolean
  status: UmbrellaStatus
  created_at: Date
  submitted_at: Date | null
  updated_at: Date
  erased_at: Date | null
}

type Tables = {
  intakes: PurchaseRow & { line: string; owner: string; revision: number }
  offers: { uid: string; revision: number; refused_at: Date | null }
}

export type RowFilter = {
  owner: string
  uid?: string | undefined
  statuses?: readonly UmbrellaStatus[] | undefined
  sandbox?: boolean | undefined
  pair?: readonly Buffer[] | undefined
}

// Literals, not parameters, so that the planner uses the partial index.
const IS_SANDBOX = sql<boolean>`sandbox`
const IS_LIVE = sql<boolean>`not sandbox`

const matching = (db: Db, { owner, uid, statuses, sandbox, pair }: RowFilter) =>
  db
    .withTables<Tables>()
    .selectFrom('intakes')
    .where('line', '=', 'umbrella')
    .where('owner', '=', owner)
    .$if(uid !== undefined, rows => rows.where('uid', '=', String(uid)))
    .$if(statuses !== undefined, rows => rows.where('status', 'in', statuses ?? []))
    .$if(sandbox !== undefined, rows => rows.where(sandbox ? IS_SANDBOX : IS_LIVE))
    .$if(pair !== undefined, rows => rows.where(hasPair(pair ?? [])))

export const listPurchases = (
  db: Db,
  filter: RowFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<PurchaseRow[]> =>
  matching(db, filter)
    .select(['uid', 'sandbox', 'status', 'created_at', 'submitted_at', 'updated_at', 'erased_at'])
    .$if(before !== null, rows => rows.where(uidByTime, '<', String(before)))
    .orderBy(uidByTime, 'desc')
    .limit(limit)
    .execute()

export const countPurchases = (
  db: Db,
  filter: RowFilter,
): Promise<{ status: UmbrellaStatus; count: number }[]> =>
  matching(db, filter)
    .select(({ fn }) => ['status' as const, fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()

/** Returns those that have an offer to choose from. */
export const listOffered = async (db: Db, uids: readonly string[]): Promise<ReadonlySet<string>> => {
  if (uids.length === 0) return new Set()
  const rows = await db
    .withTables<Tables>()
    .selectFrom('intakes')
    .innerJoin('offers', join =>
      join
        .onRef('offers.uid', '=', 'intakes.uid')
        .onRef('offers.revision', '=', 'intakes.revision')
        .on('offers.refused_at', 'is', null),
    )
    .select('intakes.uid')
    .distinct()
    .where('intakes.uid', 'in', [...uids])
    .execute()
  return new Set(rows.map(({ uid }) => uid))
}
