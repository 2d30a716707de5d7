import type { Generated } from 'kysely'
import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

export type Registration = {
  organization_name: string | null
  contact_name: string | null
  use_case_description: string | null
  referral_source_name: string | null
  assistant_email: string | null
}

export type OperatorStanding = 'waiting' | 'approved' | 'suspended' | 'revoked'

/** Null: registered before there was approval, and approved. */
type WithStanding = {
  standing: OperatorStanding | null
  standing_at: Date | null
  standing_by: string | null
}

type Tables = {
  operators: Registration &
    WithStanding & {
      operator_uid: string
      email: string
      created_at: Date
      updated_at: Date
      seal: Generated<Buffer>
    }
  credentials: {
    credential_id: string
    operator_uid: string
    main: boolean
    hash: Buffer
    prefix: string
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    last_used_at: Date | null
    notified_days: number | null
    name: string | null
    scopes: string[] | null
    mode: 'test' | null
  }
}

export type OperatorRow = Omit<Tables['operators'], 'seal'>
export type CredentialRow = Tables['credentials']

const tables = (db: Db) => db.withTables<Tables>()

const OPERATOR = [
  'operator_uid',
  'email',
  'organization_name',
  'contact_name',
  'use_case_description',
  'referral_source_name',
  'assistant_email',
  'standing',
  'standing_at',
  'standing_by',
  'created_at',
  'updated_at',
  'seal',
] as const

/** Also locks the operator's row, so two confirmations for one email run one after the other. */
export const upsertOperator = async (
  db: Db,
  row: Pick<OperatorRow, 'operator_uid' | 'email' | 'created_at'> & WithStanding & Partial<Registration>,
): Promise<OperatorRow> => {
  const { operator_uid, email, created_at, standing, standing_at, standing_by, ...details } = row
  const inserted = await tables(db)
    .insertInto('operators')
    .values({
      organization_name: null,
      contact_name: null,
      use_case_description: null,
      referral_source_name: null,
      assistant_email: null,
      ...row,
      updated_at: created_at,
    })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  return (
    inserted ??
    tables(db)
      .updateTable('operators')
      .set({ ...details, updated_at: created_at })
      .where('email', '=', email)
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

export const lockOperator = (db: Db, operatorUid: string): Promise<OperatorRow | undefined> =>
  tables(db)
    .selectFrom('operators')
    .selectAll()
    .where('operator_uid', '=', operatorUid)
    .forUpdate()
    .executeTakeFirst()

const operator = prepared<Pick<OperatorRow, 'operator_uid'>, OperatorRow>(
  ['operator_uid'],
  (db, { operator_uid }) =>
    tables(db).selectFrom('operators').select(OPERATOR).where('operator_uid', '=', operator_uid),
)

export const findOperator = async (db: Db, operator_uid: string): Promise<OperatorRow | undefined> =>
  (await operator(db, { operator_uid })).rows[0]

export const findOperatorByEmail = (db: Db, email: string): Promise<OperatorRow | undefined> =>
  tables(db).selectFrom('operators').selectAll().where('email', '=', email).executeTakeFirst()

export const findMainKey = (db: Db, operatorUid: string, now: Date): Promise<CredentialRow | undefined> =>
  tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('operator_uid', '=', operatorUid)
    .where('main', '=', true)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const setStanding = async (
  db: Db,
  operatorUid: string,
  change: Pick<OperatorRow, 'standing' | 'standing_at' | 'standing_by'>,
): Promise<void> => {
  await tables(db).updateTable('operators').set(change).where('operator_uid', '=', operatorUid).execute()
}

export const findCredential = (db: Db, hash: Buffer): Promise<CredentialRow | undefined> =>
  tables(db).selectFrom('credentials').selectAll().where('hash', '=', hash).executeTakeFirst()

export const findCredentialById = (db: Db, credentialId: string): Promise<CredentialRow | undefined> =>
  tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

const revoking = (db: Db, now: Date) =>
  tables(db).updateTable('credentials').set({ revoked_at: now }).where('revoked_at', 'is', null)

export const revokeMainKeys = (
  db: Db,
  operatorUid: string,
  now: Date,
): Promise<Pick<CredentialRow, 'hash'>[]> =>
  revoking(db, now)
    .where('operator_uid', '=', operatorUid)
    .where('main', '=', true)
    .returning('hash')
    .execute()

export const revokeAllKeys = (
  db: Db,
  operatorUid: string,
  now: Date,
): Promise<Pick<CredentialRow, 'hash'>[]> =>
  revoking(db, now).where('operator_uid', '=', operatorUid).returning('hash').execute()

export const revokeCredential = (
  db: Db,
  credentialId: string,
  now: Date,
): Promise<Pick<CredentialRow, 'hash' | 'main' | 'name' | 'scopes' | 'mode'> | undefined> =>
  revoking(db, now)
    .where('credential_id', '=', credentialId)
    .returning(['hash', 'main', 'name', 'scopes', 'mode'])
    .executeTakeFirst()

export const livingKeys = (db: Db, operatorUid: string, now: Date): Promise<CredentialRow[]> =>
  tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('operator_uid', '=', operatorUid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute()

export const furtherKeys = async (db: Db, operatorUid: string, now: Date): Promise<CredentialRow[]> =>
  (await livingKeys(db, operatorUid, now)).filter(({ main }) => !main)

export const insertCredential = async (
  db: Db,
  row: Omit<CredentialRow, 'revoked_at' | 'last_used_at' | 'notified_days'>,
): Promise<void> => {
  await tables(db)
    .insertInto('credentials')
    .values({ ...row, revoked_at: null, last_used_at: null, notified_days: null })
    .execute()
}

export const touchCredential = async (db: Db, credentialId: string, now: Date): Promise<void> => {
  await tables(db)
    .updateTable('credentials')
    .set({ last_used_at: now })
    .where('credential_id', '=', credentialId)
    .execute()
}

export type ExpiringKey = Pick<CredentialRow, 'credential_id' | 'prefix' | 'expires_at'> & { email: string }

/** Marks and returns in one statement, so two replicas never email the same operator twice. */
export const takeExpiringKeys = (
  db: Db,
  { now, until, days }: { now: Date; until: Date; days: number },
): Promise<ExpiringKey[]> =>
  tables(db)
    .updateTable('credentials')
    .from('operators')
    .set({ notified_days: days })
    .whereRef('operators.operator_uid', '=', 'credentials.operator_uid')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', until)
    .where(({ or, eb }) => or([eb('notified_days', 'is', null), eb('notified_days', '>', days)]))
    .returning(['credential_id', 'prefix', 'expires_at', 'operators.email'])
    .execute()
