import { heldUids, isNoneOf } from '../../platform/audit/hold-store.ts'
import { isAfter, type PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { deferred } from '../../platform/db/session.ts'
import { type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'
import { DAY } from '../../platform/lib/clock.ts'
import type { EmailPurpose } from './rules/limits.ts'

export const EMAILS_KEPT = 30 * DAY

export type EmailStatus = 'queued' | 'kept' | 'sent' | 'dead' | 'closed' | 'suppressed' | 'by_mail'

export type EmailAbout = { intake_uid: string; purpose: EmailPurpose }

export const emails = sealedTable('emails', 'free', {
  email_id: t.key(t.text()),
  /** Empty: it is in the content. */
  recipient: t.text(),
  recipient_mac: t.orNull(t.bytes()),
  subject: t.text(),
  content: t.orNull(t.encrypted()),
  status: t.text<EmailStatus>(),
  created_at: t.time(),
  intake_uid: t.erased(t.orNull(t.text())),
  purpose: t.orNull(t.text<EmailPurpose>()),
  then_job: t.orNull(t.text()),
  last_error: t.unsealed('for staff', t.orNull(t.text())),
  sent_at: t.unsealed('a date', t.orNull(t.time())),
  /** Erasing the application deletes it. Others go after 30 days. */
  kept_with_application: t.unsealed('when it is deleted', t.bool()),
})

export type EmailRow = Row<typeof emails>

const tables = tablesOf(emails)

type Optional = 'intake_uid' | 'purpose' | 'then_job'

export const insertEmail = (
  db: Db,
  row: Omit<EmailRow, 'last_error' | 'sent_at' | Optional> & Partial<Pick<EmailRow, Optional>>,
): Promise<void> =>
  deferred(
    db,
    tables(db)
      .insertInto('emails')
      .values({ ...row, last_error: null, sent_at: row.status === 'kept' ? row.created_at : null })
      .execute(),
  )

export const findEmail = (db: Db, emailId: string): Promise<EmailRow | undefined> =>
  tables(db).selectFrom('emails').selectAll().where('email_id', '=', emailId).executeTakeFirst()

export const listEmailRows = (db: Db, uid: string): Promise<EmailRow[]> =>
  tables(db)
    .selectFrom('emails')
    .selectAll()
    .where('intake_uid', '=', uid)
    .orderBy('created_at', 'desc')
    .orderBy('email_id', 'desc')
    .execute()

export const lastQueuedAt = async (db: Db, { intake_uid, purpose }: EmailAbout): Promise<Date | null> => {
  const row = await tables(db)
    .selectFrom('emails')
    .select('created_at')
    .where('intake_uid', '=', intake_uid)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

export const emailedSince = async (
  db: Db,
  uids: readonly string[],
  { purpose, since }: Pick<EmailAbout, 'purpose'> & { since: Date },
): Promise<Set<string | null>> => {
  if (uids.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('emails')
    .select('intake_uid')
    .where('intake_uid', 'in', [...uids])
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .execute()
  return new Set(rows.map(({ intake_uid }) => intake_uid))
}

/** Suppressed emails count too, so that the answer does not reveal whether the recipient got other emails. */
export const countAsked = async (
  db: Db,
  { intake_uid, purpose, since }: EmailAbout & { since: Date },
): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('intake_uid', '=', intake_uid)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export const markSent = async (
  db: Db,
  emailId: string,
  { sent_at, content }: Pick<EmailRow, 'sent_at' | 'content'>,
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('emails')
    .set({ status: 'sent', sent_at, content, recipient: '', last_error: null })
    .where('email_id', '=', emailId)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const clearContent = async (db: Db, emailId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('emails')
    .set({ content: null, recipient: '' })
    .where('email_id', '=', emailId)
    .where('status', '=', 'by_mail')
    .where('content', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const hasUnprinted = async (
  db: Db,
  uid: string,
  purposes: readonly EmailPurpose[],
): Promise<boolean> =>
  (await tables(db)
    .selectFrom('emails')
    .select('email_id')
    .where('intake_uid', '=', uid)
    .where('purpose', 'in', [...purposes])
    .where('status', '=', 'by_mail')
    .where('content', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const noteFailure = async (
  db: Db,
  emailId: string,
  { error, dead }: { error: string; dead: boolean },
): Promise<void> => {
  await tables(db)
    .updateTable('emails')
    .set({ status: dead ? 'dead' : 'queued', last_error: error })
    .where('email_id', '=', emailId)
    .where('status', '=', 'queued')
    .execute()
}

export const listKept = (
  db: Db,
  { recipient_mac, limit }: { recipient_mac: Buffer | null; limit: number },
): Promise<EmailRow[]> =>
  tables(db)
    .selectFrom('emails')
    .selectAll()
    .where('status', '=', 'kept')
    .$if(recipient_mac !== null, found => found.where('recipient_mac', '=', recipient_mac))
    .orderBy('created_at', 'desc')
    .orderBy('email_id', 'desc')
    .limit(limit)
    .execute()

const OF_DEAD = [
  'email_id',
  'recipient',
  'content',
  'subject',
  'last_error',
  'created_at',
  'intake_uid',
  'purpose',
] as const

const OLDEST = { table: 'emails', by: ['created_at', 'email_id'] } as const

export const listDeadRows = (
  db: Db,
  { after, limit }: PageAsked,
): Promise<Pick<EmailRow, (typeof OF_DEAD)[number]>[]> =>
  tables(db)
    .selectFrom('emails')
    .select(OF_DEAD)
    .where('status', '=', 'dead')
    .where(isAfter(OLDEST, after))
    .orderBy('created_at')
    .orderBy('email_id')
    .limit(limit)
    .execute()

export const countByStatus = async (db: Db, status: EmailStatus): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', status)
    .executeTakeFirstOrThrow()
  return count
}

export const oldestQueuedAt = async (db: Db): Promise<Date | null> => {
  const { oldest } = await tables(db)
    .selectFrom('emails')
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  return oldest
}

export const revive = async (db: Db, emailId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('emails')
    .set({ status: 'queued' })
    .where('email_id', '=', emailId)
    .where('status', '=', 'dead')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const closeUnsent = (db: Db, emailId: string, status: 'queued' | 'dead') =>
  tables(db)
    .updateTable('emails')
    .set({ status: 'closed', content: null, recipient: '' })
    .where('email_id', '=', emailId)
    .where('status', '=', status)
    .returning('intake_uid')
    .executeTakeFirst()

export const deleteEmailsBefore = async (db: Db, moment: Date): Promise<void> => {
  const held = await heldUids(db)
  await deleteInBatches(tables(db), 'emails', ({ eb, and, not }) =>
    and([
      not(eb.ref('kept_with_application')),
      eb('created_at', '<', moment),
      eb('status', '!=', 'queued'),
      isNoneOf(eb.ref('intake_uid'), held),
    ]),
  )
}

/** Leaves out codes and sign-in links, which belong to the old address, and the notice to it about the change. */
export const lockUnsent = (db: Db, { uid, from }: { uid: string; from: Buffer }): Promise<EmailRow[]> =>
  tables(db)
    .selectFrom('emails')
    .selectAll()
    .where('intake_uid', '=', uid)
    .where('recipient_mac', '=', from)
    .where('status', 'in', ['queued', 'dead'])
    .where('kept_with_application', '=', true)
    .where('purpose', '!=', 'email_changed')
    .forUpdate()
    .execute()

export const readdressEmail = async (
  db: Db,
  emailId: string,
  to: Pick<EmailRow, 'recipient' | 'recipient_mac' | 'content'>,
): Promise<void> => {
  await tables(db).updateTable('emails').set(to).where('email_id', '=', emailId).execute()
}
