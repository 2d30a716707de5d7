import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import type { PolicyRequestKind } from '../policy-request.ts'
import { policies } from '../store.ts'

export const policyRequests = sealedTable('policy_requests', 'never', {
  request_id: t.key(t.text()),
  policy_id: t.text(),
  uid: t.text(),
  kind: t.text<PolicyRequestKind>(),
  wanted_on: t.orNull(t.text()),
  details: t.encrypted('details'),
  asked_by: t.text<'insured' | 'assistant' | 'operator' | 'staff'>(),
  actor: t.text(),
  asked_at: t.time(),
  status: t.text<'open' | 'with_carrier' | 'done' | 'declined'>(),
  answer: t.orNull(t.encrypted('answer')),
  answered_by: t.orNull(t.text()),
  answered_at: t.orNull(t.time()),
  change: t.orNull(t.encrypted('change')),
})

export type PolicyRequestRow = Row<typeof policyRequests>

const tables = tablesOf(policyRequests, policies)

const WAITING = ['open', 'with_carrier'] as const

export const insertPolicyRequest = async (db: Db, row: PolicyRequestRow): Promise<void> => {
  await tables(db).insertInto('policy_requests').values(row).execute()
}

export const listPolicyRequests = (db: Db, uids: readonly string[]): Promise<PolicyRequestRow[]> =>
  tables(db)
    .selectFrom('policy_requests')
    .selectAll()
    .where('uid', 'in', uids)
    .orderBy('asked_at')
    .orderBy('request_id')
    .execute()

export const findPolicyRequest = (db: Db, request_id: string): Promise<PolicyRequestRow | undefined> =>
  tables(db).selectFrom('policy_requests').selectAll().where('request_id', '=', request_id).executeTakeFirst()

type Settled = Pick<PolicyRequestRow, 'request_id' | 'status' | 'answer' | 'answered_by' | 'answered_at'>

export const settlePolicyRequestRow = async (
  db: Db,
  { request_id, ...settled }: Settled,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('policy_requests')
    .set(settled)
    .where('request_id', '=', request_id)
    .where('status', 'in', WAITING)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const replaceRequestWords = async (
  db: Db,
  { request_id, ...words }: Pick<PolicyRequestRow, 'request_id' | 'details' | 'answer' | 'change'>,
): Promise<void> => {
  await tables(db).updateTable('policy_requests').set(words).where('request_id', '=', request_id).execute()
}

const waiting = (db: Db) =>
  tables(db)
    .selectFrom('policy_requests')
    .innerJoin('policies', 'policies.policy_id', 'policy_requests.policy_id')
    .where('status', 'in', WAITING)
    .where('sandbox', '=', false)

const OLDEST = { table: 'policy_requests', by: ['asked_at', 'request_id'] } as const

export const listWaitingRequests = (db: Db, { after, limit }: PageAsked): Promise<PolicyRequestRow[]> =>
  waiting(db)
    .selectAll('policy_requests')
    .where(isAfter(OLDEST, after))
    .orderBy('asked_at')
    .orderBy('request_id')
    .limit(limit)
    .execute()

export const countWaitingRequests = async (db: Db): Promise<number> => {
  const { count } = await waiting(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
