import type { Db } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { type Row, sealedTable, t, tablesOf } from '../db/table.ts'
import type { OperatorTerms } from './acts.ts'

export type OperatorStanding = 'waiting' | 'approved' | 'suspended' | 'revoked'

export const operators = sealedTable('operators', 'never', {
  operator_uid: t.key(t.text()),
  email: t.text(),
  assistant_email: t.orNull(t.text()),
  created_at: t.time(),
  /** Null: registered before there was approval, and approved. */
  standing: t.orNull(t.text<OperatorStanding>()),
  standing_at: t.orNull(t.time()),
  standing_by: t.orNull(t.text()),
  /** Null: approved before there were terms, with every act. */
  terms: t.orNull(t.json<OperatorTerms>()),
  organization_name: t.unsealed('told, never checked', t.orNull(t.text())),
  contact_name: t.unsealed('told, never checked', t.orNull(t.text())),
  use_case_description: t.unsealed('told, never checked', t.orNull(t.text())),
  referral_source_name: t.unsealed('told, never checked', t.orNull(t.text())),
  updated_at: t.unsealed('a date', t.time()),
})

export const credentials = sealedTable('credentials', 'never', {
  credential_id: t.key(t.text()),
  operator_uid: t.text(),
  main: t.bool(),
  hash: t.bytes(),
  prefix: t.text(),
  created_at: t.time(),
  expires_at: t.time(),
  revoked_at: t.orNull(t.time()),
  name: t.orNull(t.text()),
  scopes: t.orNull(t.list(t.text())),
  mode: t.orNull(t.text<'test'>()),
  first_id: t.orNull(t.text()),
  last_used_at: t.unsealed('a date', t.orNull(t.time())),
  notified_days: t.unsealed('which notice was emailed', t.orNull(t.number())),
})

export type OperatorRow = Row<typeof operators>
export type CredentialRow = Row<typeof credentials>

type WithStanding = Pick<OperatorRow, 'standing' | 'standing_at' | 'standing_by'> & { terms: string | null }
export type Registration = Pick<
  OperatorRow,
  'organization_name' | 'contact_name' | 'use_case_description' | 'referral_source_name' | 'assistant_email'
>

const tables = tablesOf(operators, credentials)

/** Also locks the operator's row, so two confirmations for one email run one after the other. */
export const upsertOperator = async (
  db: Db,
  row: Pick<OperatorRow, 'operator_uid' | 'email' | 'created_at'> & WithStanding & Partial<Registration>,
): Promise<OperatorRow> => {
  const { operator_uid, email, created_at, standing, standing_at, standing_by, terms, ...details } = row
  const inserted = await tables(db)
    .insertInto('operators')
    .values({
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
    tables(db).selectFrom('operators').select(operators.columns).where('operator_uid', '=', operator_uid),
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

export const setStanding = (db: Db, operatorUid: string, change: Partial<WithStanding>): Promise<unknown> =>
  tables(db).updateTable('operators').set(change).where('operator_uid', '=', operatorUid).execute()

export const findCredential = (db: Db, hash: Buffer): Promise<CredentialRow | undefined> =>
  tables(db).selectFrom('credentials').selectAll().where('hash', '=', hash).executeTakeFirst()

export const findCredentialById = (db: Db, credentialId: string): Promise<CredentialRow | undefined> =>
  tables(db)
    .selectFrom('credentials')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

const REPLACED = [
  'credential_id',
  'hash',
  'main',
  'name',
  'scopes',
  'mode',
  'expires_at',
  'first_id',
] as const

export type ReplacedKey = Pick<CredentialRow, (typeof REPLACED)[number]>

/** The keys were read whether they were revoked or not, so that none can hide as revoked and live again later. */
const revokeLiving = async (db: Db, keys: readonly CredentialRow[], now: Date): Promise<ReplacedKey[]> => {
  const living = keys.flatMap(({ revoked_at, credential_id }) => (revoked_at === null ? [credential_id] : []))
  return living.length === 0
    ? []
    : tables(db)
        .updateTable('credentials')
        .set({ revoked_at: now })
        .where('credential_id', 'in', living)
        .where('revoked_at', 'is', null)
        .returning(REPLACED)
        .execute()
}

const keysOf = (db: Db, operatorUid: string): Promise<CredentialRow[]> =>
  tables(db).selectFrom('credentials').selectAll().where('operator_uid', '=', operatorUid).execute()

export const revokeMainKeys = async (db: Db, operatorUid: string, now: Date): Promise<ReplacedKey[]> =>
  revokeLiving(
    db,
    (await keysOf(db, operatorUid)).filter(({ main }) => main),
    now,
  )

export const revokeAllKeys = async (db: Db, operatorUid: string, now: Date): Promise<ReplacedKey[]> =>
  revokeLiving(db, await keysOf(db, operatorUid), now)

/** A key that replaced another by rotation keeps its id. */
export const keyIdOf = ({
  first_id,
  credential_id,
}: Pick<CredentialRow, 'first_id' | 'credential_id'>): string => first_id ?? credential_id

export const revokeCredential = async (
  db: Db,
  credentialId: string,
  now: Date,
): Promise<ReplacedKey | undefined> => {
  const row = await findCredentialById(db, credentialId)
  const [revoked] = await revokeLiving(db, row ? [row] : [], now)
  return revoked
}

export const revokeRotations = async (db: Db, keyId: string, now: Date): Promise<ReplacedKey[]> =>
  revokeLiving(
    db,
    await tables(db)
      .selectFrom('credentials')
      .selectAll()
      .where(where => where.or([where('credential_id', '=', keyId), where('first_id', '=', keyId)]))
      .execute(),
    now,
  )

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

export const insertCredential = (
  db: Db,
  row: Omit<CredentialRow, 'revoked_at' | 'last_used_at' | 'notified_days'>,
): Promise<unknown> =>
  tables(db)
    .insertInto('credentials')
    .values({ ...row, revoked_at: null, last_used_at: null, notified_days: null })
    .execute()

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
