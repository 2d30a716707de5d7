import { sql } from 'kysely'
import { emails } from '../../../agency/emails/store.ts'
import { intakes } from '../../../platform/audit/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isThere } from '../../../platform/db/one-row.ts'
import { tablesOf } from '../../../platform/db/table.ts'

const tables = tablesOf(intakes, emails)

/** Of a row of `intakes`: the person proved the address that it has now. */
export const isProven = sql<boolean>`(
  exists (
    select from shoppers
    where shoppers.uid = intakes.uid and shoppers.proven_email_mac = intakes.email_mac
  ) or exists (
    select from audit_entries as proof
    where proof.uid = intakes.uid and proof.event = 'email_proven' and not exists (
      select from audit_entries as later
      where later.uid = proof.uid and later.seq > proof.seq and later.facts -> 'changed' ? 'email'
    )
  ) or exists (
    select from consents
    where consents.uid = intakes.uid and consents.proof = 'portal_session' and not exists (
      select from audit_entries
      where audit_entries.uid = consents.uid and audit_entries.at > consents.given_at
        and audit_entries.facts -> 'changed' ? 'email'
    )
  )
)`

export const isEmailProven = async (db: Db, uid: string): Promise<boolean> => {
  const row = await tables(db)
    .selectFrom('intakes')
    .select(isProven.as('proven'))
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.proven === true
}

export const wasEmailed = (db: Db, uid: string): Promise<boolean> =>
  isThere(tables(db).selectFrom('emails').select('email_id').where('intake_uid', '=', uid).limit(1))
