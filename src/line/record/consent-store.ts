import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/prepared.ts'
import { deferred } from '../../db/session.ts'

type Tables = {
  consents: {
    consent_id: string
    uid: string
    purpose: string
    version: string
    words: string
    words_hash: Buffer
    channel: 'person' | 'operator_attestation' | 'assistant_attestation'
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

const insert = prepared<ConsentRow, unknown>(
  [
    'consent_id',
    'uid',
    'purpose',
    'version',
    'words',
    'words_hash',
    'channel',
    'given_by',
    'address',
    'user_agent',
    'application_hash',
    'given_at',
  ],
  (db, row) => tables(db).insertInto('consents').values(row),
)

export const insertConsent = (db: Db, row: ConsentRow): Promise<void> => deferred(db, insert(db, row))

export const listConsents = (db: Db, uid: string): Promise<ConsentRow[]> =>
  tables(db).selectFrom('consents').selectAll().where('uid', '=', uid).orderBy('given_at').execute()

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
