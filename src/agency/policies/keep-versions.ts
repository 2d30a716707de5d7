import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { isErased } from './terms.ts'
import {
  insertVersion,
  listVersionRows,
  policyVersions,
  type VersionBasis,
  type VersionRow,
} from './version-store.ts'
import { type IssuedTerms, type RecordedEarlier, versionsAfter } from './versions.ts'

type Said = { terms: IssuedTerms; reason: string | null }

export type PolicyVersion = Omit<VersionRow, 'facts'> & Said

const openVersion = ({ sealer }: App, { facts, ...row }: VersionRow): PolicyVersion => ({
  ...row,
  ...sealer.openJson<Said>(policyVersions.context('facts', row), facts),
})

export const listVersions = async (app: App, uids: readonly string[]): Promise<PolicyVersion[]> =>
  (await listVersionRows(app.db, uids)).map(row => openVersion(app, row)).filter(one => !isErased(one))

const insert = (app: App, { terms, reason, ...row }: PolicyVersion): Promise<boolean> => {
  const said: Said = { terms, reason }
  const facts = app.sealer.seal(policyVersions.context('facts', row), JSON.stringify(said))
  return insertVersion(app.db, { ...row, facts })
}

type Versioned = { uid: string; policy_id: string; versions: readonly PolicyVersion[] }

/** Versions that were worked out from what earlier releases kept are stored as they are. */
export const asVersions = (
  { uid, policy_id }: Pick<Versioned, 'uid' | 'policy_id'>,
  versions: readonly RecordedEarlier[],
): PolicyVersion[] =>
  versions.map((one, at) => ({ ...one, uid, policy_id, version: at + 1, document_id: null }))

export const keepVersions = async (app: App, { uid, policy_id, versions }: Versioned): Promise<void> => {
  assertTransaction(app)
  const kept = await listVersionRows(app.db, [uid])
  if (kept.some(one => one.policy_id === policy_id)) return
  for (const version of versions) await insert(app, version)
}

type NewVersion = {
  basis: VersionBasis
  effective_from: string
  change: (terms: IssuedTerms) => IssuedTerms
  by: string
  reason?: string | null
  document_id?: string | null
}

/** Call it under the lock of the application, with the policy as read under it. */
export const recordVersion = async (
  app: App,
  policy: Versioned,
  { by, reason = null, document_id = null, ...changing }: NewVersion,
): Promise<PolicyVersion[]> => {
  await keepVersions(app, policy)
  const { uid, policy_id, versions } = policy
  const added = versionsAfter(versions, changing).map((one, at) => ({
    ...one,
    uid,
    policy_id,
    version: versions.length + at + 1,
    basis: changing.basis,
    document_id,
    reason,
    recorded_by: by,
    recorded_at: app.clock.now(),
  }))
  for (const version of added)
    if (!(await insert(app, version)))
      throw new Error(`Version ${version.version} of policy ${policy_id} is on record already.`)
  return [...versions, ...added]
}
