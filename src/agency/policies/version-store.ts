import { intakes } from '../../platform/audit/store.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'
import { policies } from './store.ts'

export const versionBases = [
  'issued',
  'declarations',
  'endorsement',
  'renewal',
  'correction',
  'imported',
] as const

export type VersionBasis = (typeof versionBases)[number]

export const policyVersions = sealedTable('policy_versions', 'never', {
  policy_id: t.key(t.text()),
  version: t.key(t.number(), 1),
  uid: t.text(),
  effective_from: t.text(),
  basis: t.text<VersionBasis>(),
  facts: t.encrypted(),
  document_id: t.orNull(t.text()),
  recorded_by: t.text(),
  recorded_at: t.time(),
})

export type VersionRow = Row<typeof policyVersions>

const tables = tablesOf(policyVersions, policies, intakes)

/** False: that version is on record already. */
export const insertVersion = async (db: Db, row: VersionRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('policy_versions')
    .values(row)
    .onConflict(conflict => conflict.columns(['policy_id', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const listVersionRows = (db: Db, uids: readonly string[]): Promise<VersionRow[]> =>
  tables(db)
    .selectFrom('policy_versions')
    .selectAll()
    .where('uid', 'in', uids)
    .orderBy('policy_id')
    .orderBy('version')
    .execute()

export const replaceVersionFacts = async (
  db: Db,
  { policy_id, version, facts }: Pick<VersionRow, 'policy_id' | 'version' | 'facts'>,
): Promise<void> => {
  await tables(db)
    .updateTable('policy_versions')
    .set({ facts })
    .where('policy_id', '=', policy_id)
    .where('version', '=', version)
    .execute()
}

export const listPoliciesWithoutVersions = (
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ uid: string; policy_id: string }[]> =>
  tables(db)
    .selectFrom('policies')
    .innerJoin('intakes', 'intakes.uid', 'policies.uid')
    .select(['policies.uid', 'policy_id'])
    .where('erased_at', 'is', null)
    .where('policy_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('policy_versions')
            .select('version')
            .whereRef('policy_versions.policy_id', '=', 'policies.policy_id'),
        ),
      ),
    )
    .orderBy('policy_id')
    .limit(limit)
    .execute()
