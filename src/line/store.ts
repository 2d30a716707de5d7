import type { Db } from '../db/database.ts'
import type { LineName } from './intake.ts'

type Tables = {
  intakes: {
    uid: string
    line: LineName
    owner: string | null
    sandbox: boolean
    status: string
    revision: number
    application: Buffer
    email_mac: Buffer | null
    consent_id: string | null
    version: number
    created_at: Date
    updated_at: Date
    submitted_at: Date | null
    erased_at: Date | null
    audit_seq: number
    audit_hash: Buffer
    audit_mac: Buffer
  }
}

export type IntakeRow = Tables['intakes']

const tables = (db: Db) => db.withTables<Tables>()

export const insertIntakeRow = async (db: Db, row: IntakeRow): Promise<void> => {
  await tables(db).insertInto('intakes').values(row).execute()
}

export type IntakeKey = { uid: string; line: LineName }

const intakeRow = (db: Db, { uid, line }: IntakeKey) =>
  tables(db).selectFrom('intakes').selectAll().where('uid', '=', uid).where('line', '=', line)

export const findIntakeRow = (db: Db, key: IntakeKey): Promise<IntakeRow | undefined> =>
  intakeRow(db, key).executeTakeFirst()

/** Held until the transaction ends: of two callers who change one intake the second sees what the first did. */
export const lockIntakeRow = (db: Db, key: IntakeKey): Promise<IntakeRow | undefined> =>
  intakeRow(db, key).forUpdate().executeTakeFirst()

/** False when somebody wrote since `version` was read: the caller's decision rested on what is no longer so. */
export const updateIntakeRow = async (
  db: Db,
  { uid, ...changes }: Omit<IntakeRow, 'line' | 'owner' | 'sandbox' | 'created_at'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('intakes')
    .set(changes)
    .where('uid', '=', uid)
    .where('version', '=', changes.version - 1)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What they are the MACs of stays as it is, and so does the version. The caller holds the intake's lock. */
export const updateMacs = async (
  db: Db,
  { uid, ...macs }: Pick<IntakeRow, 'uid' | 'audit_mac' | 'email_mac'>,
): Promise<void> => {
  await tables(db).updateTable('intakes').set(macs).where('uid', '=', uid).execute()
}

type Overdue = { line: LineName; keep: readonly string[]; neverSubmitted: Date; notBound: Date }

/** Intakes without a change since those moments, in pages by uid. `keep`: states in which nothing is erased. */
export const listOverdue = async (
  db: Db,
  { line, keep, neverSubmitted, notBound }: Overdue,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const found = await tables(db)
    .selectFrom('intakes')
    .select('uid')
    .where('line', '=', line)
    .where('erased_at', 'is', null)
    .where('status', 'not in', [...keep])
    .where(({ or, and, eb }) =>
      or([
        and([eb('submitted_at', 'is', null), eb('updated_at', '<=', neverSubmitted)]),
        eb('updated_at', '<=', notBound),
      ]),
    )
    .where('uid', '>', after)
    .orderBy('uid')
    .limit(limit)
    .execute()
  return found.map(({ uid }) => uid)
}

export type ChainRow = Pick<IntakeRow, 'uid' | 'audit_seq' | 'audit_hash' | 'audit_mac'>

/** In pages by uid, for checking every chain. */
export const listChains = (db: Db, after: string, limit: number): Promise<ChainRow[]> =>
  tables(db)
    .selectFrom('intakes')
    .select(['uid', 'audit_seq', 'audit_hash', 'audit_mac'])
    .where('uid', '>', after)
    .orderBy('uid')
    .limit(limit)
    .execute()
