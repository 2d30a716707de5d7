import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { writesOne } from '../../../platform/db/one-row.ts'
import { type Row, sealedTable, t, tablesOf } from '../../../platform/db/table.ts'
import { DAY } from '../../../platform/lib/clock.ts'

export const agentRegistrations = sealedTable('agent_registrations', 'free', {
  registration_id: t.key(t.text()),
  kind: t.text<'service_auth' | 'identity_assertion' | 'email-verification'>(),
  status: t.text<'pending' | 'claimed' | 'denied' | 'revoked'>(),
  claim_token: t.orNull(t.bytes()),
  email: t.orNull(t.encrypted()),
  user_code: t.orNull(t.bytes()),
  attempt: t.number(),
  credential_type: t.text<'access_token' | 'api_key'>(),
  client_id: t.text(),
  operator_uid: t.orNull(t.text()),
  scopes: t.list(t.text()),
  redeemed_at: t.orNull(t.time()),
  created_at: t.time(),
  expires_at: t.purged(DAY, t.time()),
  poll_seconds: t.unsealed('pace of polling', t.number()),
  polled_at: t.unsealed('pace of polling', t.orNull(t.time())),
})

export const usedAssertions = sealedTable('used_assertions', 'expired', {
  assertion: t.key(t.bytes()),
  expires_at: t.purged(DAY, t.time()),
})

export type RegistrationRow = Row<typeof agentRegistrations>

const tables = tablesOf(agentRegistrations, usedAssertions)

export const insertRegistration = (
  db: Db,
  row: Omit<RegistrationRow, 'polled_at' | 'redeemed_at'>,
): Promise<unknown> =>
  tables(db)
    .insertInto('agent_registrations')
    .values({ ...row, polled_at: null, redeemed_at: null })
    .execute()

export const findRegistration = (db: Db, id: string): Promise<RegistrationRow | undefined> =>
  tables(db)
    .selectFrom('agent_registrations')
    .selectAll()
    .where('registration_id', '=', id)
    .executeTakeFirst()

/** Locks the row, so a revocation waits and then sees everything issued under it. */
export const holdClaimed = (db: Db, id: string): Promise<RegistrationRow | undefined> =>
  tables(db)
    .selectFrom('agent_registrations')
    .selectAll()
    .where('registration_id', '=', id)
    .where('status', '=', 'claimed')
    .forShare()
    .executeTakeFirst()

export const registrationByToken = (db: Db, claimToken: Buffer): Promise<RegistrationRow | undefined> =>
  tables(db)
    .selectFrom('agent_registrations')
    .selectAll()
    .where('claim_token', '=', claimToken)
    .executeTakeFirst()

/** Compares the attempt number: two attempts with the same number would let one email's link claim the other. */
export const startAttempt = (
  db: Db,
  id: string,
  attempt: Pick<RegistrationRow, 'attempt' | 'email' | 'user_code'>,
): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('agent_registrations')
      .set(attempt)
      .where('registration_id', '=', id)
      .where('status', '=', 'pending')
      .where('attempt', '=', attempt.attempt - 1),
  )

type Decision = Pick<RegistrationRow, 'status' | 'operator_uid' | 'expires_at'>

export const decideRegistration = (db: Db, id: string, decision: Decision): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('agent_registrations')
      .set({ ...decision, email: null, user_code: null })
      .where('registration_id', '=', id)
      .where('status', '=', 'pending'),
  )

const SLOWER_BY_SECONDS = 5
const SLOWEST_SECONDS = 60

/** False if the agent polls too soon; each time its interval grows (RFC 8628, 3.5). */
export const notePoll = async (db: Db, id: string, now: Date): Promise<boolean> => {
  const inTime = await tables(db)
    .updateTable('agent_registrations')
    .set({ polled_at: now })
    .where('registration_id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('polled_at', 'is', null),
        eb(sql<Date>`polled_at + poll_seconds * interval '1 second'`, '<=', now),
      ]),
    )
    .executeTakeFirst()
  if (inTime.numUpdatedRows === 1n) return true
  await tables(db)
    .updateTable('agent_registrations')
    .set({
      polled_at: now,
      poll_seconds: sql<number>`least(poll_seconds + ${SLOWER_BY_SECONDS}, ${SLOWEST_SECONDS})`,
    })
    .where('registration_id', '=', id)
    .execute()
  return false
}

export const redeemRegistration = (db: Db, id: string, now: Date): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('agent_registrations')
      .set({ redeemed_at: now })
      .where('registration_id', '=', id)
      .where('status', '=', 'claimed')
      .where('redeemed_at', 'is', null)
      .where('expires_at', '>', now),
  )

export const revokeRegistration = (db: Db, id: string): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('agent_registrations')
      .set({ status: 'revoked' })
      .where('registration_id', '=', id)
      .where('status', '=', 'claimed'),
  )

export const registrationsOf = (
  db: Db,
  { operatorUid, notBefore, limit }: { operatorUid: string; notBefore: Date; limit?: number },
): Promise<RegistrationRow[]> =>
  tables(db)
    .selectFrom('agent_registrations')
    .selectAll()
    .where('operator_uid', '=', operatorUid)
    .where('status', '=', 'claimed')
    .where('expires_at', '>', notBefore)
    .orderBy('created_at', 'desc')
    .$if(limit !== undefined, rows => rows.limit(Number(limit)))
    .execute()

export const useAssertion = (db: Db, assertion: Buffer, expiresAt: Date): Promise<boolean> =>
  writesOne(
    tables(db)
      .insertInto('used_assertions')
      .values({ assertion, expires_at: expiresAt })
      .onConflict(conflict => conflict.doNothing()),
  )
