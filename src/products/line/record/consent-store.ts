import type { Db } from '../../../platform/db/database.ts'
import { prepared, preparedInsert } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import type { Channel, Proof } from './proof.ts'

type Tables = {
  consents: {
    consent_id: string
    uid: string
    purpose: string
    version: string
    words: string
    words_hash: Buffer
    channel: Channel
    proof: Proof | null
    state: 'offered' | 'effective'
    given_by: string
    address: string
    user_agent: string
    application_hash: Buffer
    given_at: Date
  }
  consent_withdrawals: { consent_id: string; withdrawn_by: string; withdrawn_at: Date }
  consent_uses: { consent_id: string; used_for: string; used_at: Date }
}

export type ConsentRow = Tables['consents']

const tables = (db: Db) => db.withTables<Tables>()

const insert = preparedInsert<ConsentRow>('consents', [
  'consent_id',
  'uid',
  'purpose',
  'version',
  'words',
  'words_hash',
  'channel',
  'proof',
  'state',
  'given_by',
  'address',
  'user_agent',
  'application_hash',
  'given_at',
])

export const insertConsent = (db: Db, row: ConsentRow): Promise<void> => deferred(db, insert(db, row))

export const findConsent = (db: Db, consent_id: string): Promise<ConsentRow | undefined> =>
  tables(db).selectFrom('consents').selectAll().where('consent_id', '=', consent_id).executeTakeFirst()

type Withdrawal = Tables['consent_withdrawals']

export type ListedConsent = ConsentRow & { withdrawal: Withdrawal | null }

/** Two statements, so that the seals of both tables are checked. */
export const listConsents = async (db: Db, uid: string): Promise<ListedConsent[]> => {
  const consents = await tables(db)
    .selectFrom('consents')
    .selectAll()
    .where('uid', '=', uid)
    .orderBy('given_at')
    .execute()
  const withdrawals = await tables(db)
    .selectFrom('consent_withdrawals')
    .selectAll()
    .where('consent_id', 'in', tables(db).selectFrom('consents').select('consent_id').where('uid', '=', uid))
    .execute()
  const by = new Map(withdrawals.map(row => [row.consent_id, row]))
  return consents.map(row => ({ ...row, withdrawal: by.get(row.consent_id) ?? null }))
}

type Asked = Pick<ConsentRow, 'uid' | 'purpose'>

const latest = prepared<Asked, Pick<ConsentRow, 'state'>>(['uid', 'purpose'], (db, { uid, purpose }) =>
  tables(db)
    .selectFrom('consents')
    .select('state')
    .where('uid', '=', uid)
    .where('purpose', '=', purpose)
    .orderBy('given_at', 'desc')
    .limit(1),
)

export const isLatestOffered = async (db: Db, asked: Asked): Promise<boolean> =>
  (await latest(db, asked)).rows[0]?.state === 'offered'

export const insertWithdrawal = async (db: Db, row: Tables['consent_withdrawals']): Promise<void> => {
  await tables(db)
    .insertInto('consent_withdrawals')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const insertUse = async (db: Db, row: Tables['consent_uses']): Promise<void> => {
  await tables(db)
    .insertInto('consent_uses')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
