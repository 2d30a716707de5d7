import type { Db } from '../../../platform/db/database.ts'
import { prepared, preparedInsert } from '../../../platform/db/prepared.ts'
import { deferred } from '../../../platform/db/session.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'

/** A link holder opened a link that an API response handed out, and is never recorded as the person. */
export type Proof = 'portal_session' | 'operator_attestation' | 'assistant_attestation' | 'link_holder'

export type GivenProof = Exclude<Proof, 'link_holder'>

type Channel = 'person' | 'operator_attestation' | 'assistant_attestation'

export const channelOf = (proof: GivenProof): Channel => (proof === 'portal_session' ? 'person' : proof)

/** Rows older than the column have no proof. In umbrella, anyone with the link could press Confirm then. */
export const proofOf = ({
  proof,
  channel,
  purpose,
}: {
  proof: Proof | null
  channel: Channel
  purpose: string
}): Proof => {
  if (proof !== null) return proof
  if (channel !== 'person') return channel
  return purpose.startsWith('umbrella_') ? 'link_holder' : 'portal_session'
}

export const consents = sealedTable('consents', 'never', {
  consent_id: t.key(t.text()),
  uid: t.text(),
  purpose: t.text(),
  version: t.text(),
  words: t.text(),
  words_hash: t.bytes(),
  channel: t.text<Channel>(),
  given_by: t.text(),
  address: t.text(),
  sealed_address: t.instead('address', t.orNull(t.encrypted())),
  user_agent: t.text(),
  application_hash: t.bytes(),
  given_at: t.time(),
  proof: t.orNull(t.text<Proof>()),
  state: t.text<'offered' | 'effective'>(),
})

export const consentWithdrawals = sealedTable('consent_withdrawals', 'never', {
  consent_id: t.key(t.text()),
  withdrawn_by: t.text(),
  withdrawn_at: t.time(),
})

export const consentUses = sealedTable('consent_uses', 'never', {
  consent_id: t.key(t.text()),
  used_for: t.key(t.text()),
  used_at: t.time(),
})

export type ConsentRow = Row<typeof consents>

const tables = tablesOf(consents, consentWithdrawals, consentUses)

const insert = preparedInsert(consents)

export const insertConsent = (db: Db, row: ConsentRow): Promise<void> => deferred(db, insert(db, row))

export const findConsent = (db: Db, consent_id: string): Promise<ConsentRow | undefined> =>
  tables(db).selectFrom('consents').selectAll().where('consent_id', '=', consent_id).executeTakeFirst()

const since = prepared<{ uid: string; since: Date }, ConsentRow>(['uid', 'since'], (db, { uid, since }) =>
  tables(db)
    .selectFrom('consents')
    .select(consents.columns)
    .where('uid', '=', uid)
    .where('given_at', '>=', since)
    .orderBy('given_at'),
)

export const consentsSince = async (db: Db, asked: { uid: string; since: Date }): Promise<ConsentRow[]> =>
  (await since(db, asked)).rows

type Withdrawal = Row<typeof consentWithdrawals>

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

export const insertWithdrawal = async (db: Db, row: Row<typeof consentWithdrawals>): Promise<void> => {
  await tables(db)
    .insertInto('consent_withdrawals')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const insertUse = async (db: Db, row: Row<typeof consentUses>): Promise<void> => {
  await tables(db)
    .insertInto('consent_uses')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
