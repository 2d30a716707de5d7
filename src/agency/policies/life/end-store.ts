import type { Db } from '../../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { listPolicyRows, policies } from '../store.ts'

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

export const insertPolicyEnd = (db: Db, row: PolicyEndRow): Promise<unknown> =>
  tables(db).insertInto('policy_ends').values(row).execute()

export const listPolicyEnds = (db: Db, uids: readonly string[]): Promise<PolicyEndRow[]> =>
  tables(db)
    .selectFrom('policy_ends')
    .selectAll()
    .where('uid', 'in', uids)
    .orderBy('policy_id')
    .orderBy('number')
    .execute()

export type Ending = { uid: string; item: string; ended_on: string }

/** All ends of these applications are read and their seals checked, because a forged kind would hide one. */
export const listEndings = async (db: Db, uids: readonly string[]): Promise<Ending[]> => {
  if (uids.length === 0) return []
  const told = (await listPolicyEnds(db, uids)).filter(({ kind }) => kind !== 'noticed')
  if (told.length === 0) return []
  const last = new Map(told.map(end => [end.policy_id, end.ended_on]))
  return (await listPolicyRows(db, uids)).flatMap(({ uid, item, policy_id }) => {
    const ended_on = last.get(policy_id) ?? null
    return ended_on === null ? [] : [{ uid, item, ended_on }]
  })
}

export type CancellationNotice = Pick<PolicyEndRow, 'end_id' | 'uid' | 'recorded_at' | 'kind' | 'refund'> &
  Pick<Row<typeof policies>, 'policy_number' | 'carrier_id'>

/** What is recorded last of each live policy, the oldest first. Every end is read and its seal checked. */
export const listLastEnds = async (db: Db): Promise<CancellationNotice[]> => {
  const rows = await tables(db)
    .selectFrom('policy_ends')
    .innerJoin('policies', 'policies.policy_id', 'policy_ends.policy_id')
    .selectAll('policy_ends')
    .select(['policy_number', 'carrier_id'])
    .where('sandbox', '=', false)
    .orderBy('recorded_at')
    .orderBy('end_id')
    .execute()
  const last = new Map(
    rows.toSorted((a, b) => a.number - b.number).map(({ policy_id, end_id }) => [policy_id, end_id]),
  )
  return rows.filter(({ policy_id, end_id }) => last.get(policy_id) === end_id)
}
