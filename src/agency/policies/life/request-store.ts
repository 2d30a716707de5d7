import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { PolicyRequestKind } from '../policy-request.ts'

export type PolicyRequestRow = {
  request_id: string
  policy_id: string
  uid: string
  kind: PolicyRequestKind
  wanted_on: string | null
  details: Buffer
  asked_by: 'insured' | 'assistant' | 'operator' | 'staff'
  actor: string
  asked_at: Date
  status: 'open' | 'with_carrier' | 'done' | 'declined'
  answer: Buffer | null
  answered_by: string | null
  answered_at: Date | null
}

type Tables = {
  policy_requests: PolicyRequestRow
  policies: { policy_id: string; sandbox: boolean }
}

const tables = (db: Db) => db.withTables<Tables>()

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
  { request_id, details, answer }: Pick<PolicyRequestRow, 'request_id' | 'details' | 'answer'>,
): Promise<void> => {
  await tables(db)
    .updateTable('policy_requests')
    .set({ details, answer })
    .where('request_id', '=', request_id)
    .execute()
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
