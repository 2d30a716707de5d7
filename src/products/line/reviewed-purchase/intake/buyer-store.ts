import { sql } from 'kysely'
import { intakes } from '../../../../platform/audit/store.ts'
import { isAfter, type PageAsked } from '../../../../platform/db/after-row.ts'
import type { Db } from '../../../../platform/db/database.ts'
import { lockName } from '../../../../platform/db/named-lock.ts'
import { type Row, tablesOf } from '../../../../platform/db/table.ts'
import { hasExpiredBy } from '../../buying/property-purchase-store.ts'
import type { ReviewedStatus } from '../application/lifecycle.ts'
import type { OfLine } from '../reviewed-line.ts'

export type Buyer = { line: string; owner: string; emailMacs: readonly [Buffer, ...Buffer[]] }

const tables = tablesOf(intakes)

/** A canceled policy no longer counts as a purchase. The address is still held until the policy ends. */
const isCanceled = sql<boolean>`exists (
  select from policy_ends where policy_ends.uid = intakes.uid and kind = 'ended' and not exists (
    select from policy_ends as later
    where later.policy_id = policy_ends.policy_id and later.number > policy_ends.number and later.kind = 'kept'
  )
)`

const hasPolicyOver = (by: string) =>
  sql<boolean>`exists (select from policies where policies.uid = intakes.uid and ${hasExpiredBy(by)})`

export const findPurchase = (
  db: Db,
  { line, owner, emailMacs }: Buyer,
  {
    uid,
    statuses,
    starts_on,
  }: { uid: string | null; statuses: readonly ReviewedStatus[]; starts_on: string },
): Promise<{ uid: string; status: ReviewedStatus } | undefined> =>
  tables(db)
    .selectFrom('intakes')
    .select(['uid', 'status'])
    .$narrowType<{ status: ReviewedStatus }>()
    .where('line', '=', line)
    .where('owner', '=', owner)
    .where('email_mac', 'in', emailMacs)
    .where('sandbox', '=', false)
    .where('status', 'in', statuses)
    .where(sql<boolean>`not ${isCanceled}`)
    .where(sql<boolean>`not ${hasPolicyOver(starts_on)}`)
    .$if(uid !== null, query => query.where('uid', '!=', String(uid)))
    .orderBy('uid')
    .limit(1)
    .executeTakeFirst()

/** The second of two purchases for one buyer sees the first. */
export const lockBuyer = (db: Db, { line, owner, emailMacs: [mac] }: Buyer): Promise<void> =>
  lockName(db, `${line}-buyer/${owner}/${mac.toString('base64')}`)

const waitingForInformation = (db: Db, line: string) =>
  tables(db)
    .selectFrom('intakes')
    .where('line', '=', line)
    .where('status', '=', 'info_requested')
    .where('sandbox', '=', false)

const OLDEST = { table: 'intakes', by: ['updated_at', 'uid'] } as const

export const listInfoRequests = (
  db: Db,
  { line, uid, after, limit }: PageAsked & OfLine & { uid?: string },
): Promise<Pick<Row<typeof intakes>, 'uid' | 'updated_at'>[]> =>
  waitingForInformation(db, line)
    .$if(uid !== undefined, of => of.where('uid', '=', String(uid)))
    .select(['uid', 'updated_at'])
    .where(isAfter(OLDEST, after))
    .orderBy('updated_at')
    .orderBy('uid')
    .limit(limit)
    .execute()

export const countInfoRequests = async (db: Db, line: string): Promise<number> => {
  const { count } = await waitingForInformation(db, line)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
