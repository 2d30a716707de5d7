import { sql } from 'kysely'
import type { EmailStatus } from '../../../agency/emails/store.ts'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isProven } from '../../../products/line/record/proven-email-store.ts'

type Tables = {
  emails: {
    email_id: string
    subject: string
    content: Buffer | null
    purpose: string | null
    status: EmailStatus
    created_at: Date
    sent_at: Date | null
    intake_uid: string | null
  }
  intakes: {
    uid: string
    sandbox: boolean
    email_mac: Buffer | null
    created_at: Date
    erased_at: Date | null
  }
}

const tables = (db: Db) => db.withTables<Tables>()

export type EmailSummary = Omit<Tables['emails'], 'intake_uid' | 'content'> & { is_kept: boolean }

const LAST_EMAIL = { table: 'emails', by: ['created_at', 'email_id'], newestFirst: true } as const

export const listEmailsAbout = (db: Db, uid: string, { after, limit }: PageAsked): Promise<EmailSummary[]> =>
  tables(db)
    .selectFrom('emails')
    .select(['email_id', 'subject', 'purpose', 'status', 'created_at', 'sent_at'])
    .select(sql<boolean>`content is not null`.as('is_kept'))
    .where('intake_uid', '=', uid)
    .where(isAfter(LAST_EMAIL, after))
    .orderBy('created_at', 'desc')
    .orderBy('email_id', 'desc')
    .limit(limit)
    .execute()

export const countEmailsAbout = async (db: Db, uid: string): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('intake_uid', '=', uid)
    .executeTakeFirstOrThrow()
  return count
}

export const listProven = (
  db: Db,
  { macs, sandbox, not, limit }: { macs: readonly Buffer[]; sandbox: boolean; not: string; limit: number },
): Promise<Pick<Tables['intakes'], 'uid'>[]> =>
  tables(db)
    .selectFrom('intakes')
    .select('uid')
    .where('email_mac', 'in', [...macs])
    .where('sandbox', '=', sandbox)
    .where('uid', '!=', not)
    .where('erased_at', 'is', null)
    .where(isProven)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
