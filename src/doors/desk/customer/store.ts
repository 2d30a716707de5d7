import { sql } from 'kysely'
import { type EmailRow, emails } from '../../../agency/emails/store.ts'
import { intakes } from '../../../platform/audit/store.ts'
import { isAfter, type PageAsked } from '../../../platform/db/after-row.ts'
import type { Db } from '../../../platform/db/database.ts'
import { countOf } from '../../../platform/db/one-row.ts'
import { type Row, tablesOf } from '../../../platform/db/table.ts'
import { isProven } from '../../../products/line/record/proven-email-store.ts'

const tables = tablesOf(emails, intakes)

export type EmailSummary = Pick<
  EmailRow,
  'email_id' | 'subject' | 'purpose' | 'status' | 'created_at' | 'sent_at'
> & { is_kept: boolean }

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

export const countEmailsAbout = (db: Db, uid: string): Promise<number> =>
  countOf(tables(db).selectFrom('emails').where('intake_uid', '=', uid))

export const listProven = (
  db: Db,
  { macs, sandbox, not, limit }: { macs: readonly Buffer[]; sandbox: boolean; not: string; limit: number },
): Promise<Pick<Row<typeof intakes>, 'uid'>[]> =>
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
