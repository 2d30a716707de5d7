import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { intakes } from '../../../../platform/audit/store.ts'
import { uidByTime } from '../../../../platform/db/after-row.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { type Row, type Tables, tablesOf } from '../../../../platform/db/table.ts'
import { recordOf } from '../../../../platform/lib/keys-of.ts'
import { hasPair } from '../../record/metadata-store.ts'
import { type CoarseStatus, coarseStatuses } from '../../record/status-book.ts'
import { containing, one, SEARCHED } from '../../requests-store.ts'
import type { Stage, WaitingOn } from '../../wire/waiting-on.ts'
import type { ReviewedStatus } from '../application/lifecycle.ts'
import { ERASED_STATUS, statuses } from '../application/statuses.ts'

const PURCHASE = [
  'uid',
  'sandbox',
  'status',
  'created_at',
  'submitted_at',
  'updated_at',
  'erased_at',
  'waiting_on',
] as const

/** The column is of all lines. */
type Stands = { status: ReviewedStatus; waiting_on: WaitingOn | null }
export type PurchaseRow = Pick<Row<typeof intakes>, (typeof PURCHASE)[number]> & Stands

const tables = tablesOf(intakes)

export type RowFilter = {
  line: string
  owner: string
  uid?: string | undefined
  status?: CoarseStatus | undefined
  stage?: Stage | undefined
  sandbox?: boolean | undefined
  pair?: readonly Buffer[] | undefined
  where?: RawBuilder<boolean>
}

// Literals, not parameters, so that the planner uses the partial indexes.
export const IS_ERASED = sql<boolean>`(status = ${sql.lit(ERASED_STATUS)} and erased_at is not null)`
const IS_SANDBOX = sql<boolean>`sandbox`
const IS_LIVE = sql<boolean>`not sandbox`

/** What has no status left, because it was erased, counts as abandoned and ended. */
const among =
  (isShown: (row: { coarse: CoarseStatus; stage: Stage }) => boolean) =>
  ({ eb, or, and, not }: ExpressionBuilder<Tables<typeof intakes>, 'intakes'>) => {
    const stands = eb('status', 'in', statuses.where(isShown))
    if (isShown(statuses.row(ERASED_STATUS))) return and([stands, not(IS_ERASED)])
    return isShown({ coarse: 'abandoned', stage: 'ended' }) ? or([stands, IS_ERASED]) : stands
  }

const matching = (db: Db, { line, owner, uid, status, stage, sandbox, pair, where }: RowFilter) =>
  tables(db)
    .selectFrom('intakes')
    .where('line', '=', line)
    .where('owner', '=', owner)
    .$if(uid !== undefined, rows => rows.where('uid', '=', String(uid)))
    .$if(status !== undefined, rows => rows.where(among(({ coarse }) => coarse === status)))
    .$if(stage !== undefined, rows => rows.where(among(row => row.stage === stage)))
    .$if(sandbox !== undefined, rows => rows.where(sandbox ? IS_SANDBOX : IS_LIVE))
    .$if(pair !== undefined, rows => rows.where(hasPair(pair ?? [])))
    .$if(where !== undefined, rows => rows.where(where ?? sql<boolean>`true`))

export const listPurchases = (
  db: Db,
  filter: RowFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<PurchaseRow[]> =>
  matching(db, filter)
    .select(PURCHASE)
    .$narrowType<Stands>()
    .$if(before !== null, rows => rows.where(uidByTime, '<', String(before)))
    .orderBy(uidByTime, 'desc')
    .limit(limit)
    .execute()

export const countedPurchases = (db: Db, filter: RowFilter, most: number) =>
  matching(db, filter).select(one).limit(most)

export const searchPurchases = (
  db: Db,
  { line, owner }: Pick<RowFilter, 'line' | 'owner'>,
  { text, limit }: { text: string; limit: number },
): Promise<PurchaseRow[]> =>
  tables(db)
    .with('newest', inside =>
      inside
        .selectFrom('intakes')
        .select(PURCHASE)
        .where('line', '=', line)
        .where('owner', '=', owner)
        .orderBy(uidByTime, 'desc')
        .limit(SEARCHED),
    )
    .selectFrom('newest')
    .selectAll()
    .where('uid', 'ilike', containing(text))
    .orderBy(uidByTime, 'desc')
    .limit(limit)
    .$narrowType<Stands>()
    .execute()

export type PurchaseCounts = Record<CoarseStatus, number>

/** Erased ones are counted apart, so that an index alone gives the rest. */
export const countPurchases = async (db: Db, filter: Omit<RowFilter, 'status'>): Promise<PurchaseCounts> => {
  const rows = matching(db, filter)
  const found = await rows
    .select(({ fn }) => ['status' as const, fn.countAll<number>().as('count')])
    .groupBy('status')
    .$narrowType<Stands>()
    .execute()
  const { erased } = await rows
    .where(IS_ERASED)
    .select(({ fn }) => fn.countAll<number>().as('erased'))
    .executeTakeFirstOrThrow()
  const counts = recordOf(coarseStatuses, () => 0)
  for (const { status, count } of found) counts[statuses.row(status).coarse] += count
  counts[statuses.row(ERASED_STATUS).coarse] -= erased
  counts.abandoned += erased
  return counts
}
