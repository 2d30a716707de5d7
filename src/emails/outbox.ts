import type { App } from '../app.ts'
import { agencyFor } from '../config/agency.ts'
import { DEMONSTRATION, DEMONSTRATION_NOTICE } from '../config/demonstration.ts'
import type { SealedColumn } from '../db/sealed-column.ts'
import { inTransaction, transact } from '../http/transact.ts'
import { addJob } from '../jobs/store.ts'
import { timeOrderedId } from '../lib/ids.ts'
import { type Email, emailHtml, emailText, type Letterhead } from './layout.ts'
import { type About, countQueued, type EmailRow, insertEmail, markSent, revive } from './store.ts'

// The waits grow from seconds to hours, so no email is lost if the mail server is away for a day.
const ATTEMPTS = 14

export const SEND_EMAIL = 'send_email'

type Content = { text: string; html: string }

const context = (emailId: string): string => `emails/${emailId}`

export const sealedEmail: SealedColumn = {
  table: 'emails',
  key: ['email_id'],
  column: 'content',
  context: ({ email_id }: { email_id: string }) => context(email_id),
}

export const openContent = (app: App, { email_id, content }: EmailRow): Content | null =>
  content ? (JSON.parse(app.sealer.open(context(email_id), content)) as Content) : null

export const keepsMail = (app: App): boolean => app.config.smtpUrl === null && !app.config.production

const RECIPIENT = 'email-recipient'

export const countWrittenTo = (
  app: App,
  email: string,
  kind: Pick<About, 'purpose'> & { since: Date },
): Promise<number> =>
  countQueued(app.db, { ...kind, by: 'recipient_mac', values: app.sealer.macs(RECIPIENT, email) })

type Told = Pick<EmailRow, 'intake_uid' | 'then_job'>

export type HandedOver = { intake_uid: string }

const tell = async (db: App['db'], { intake_uid, then_job }: Told): Promise<void> => {
  if (then_job !== null) await addJob(db, then_job, { intake_uid }, ATTEMPTS)
}

const letterheadOf = ({ config, clock }: App, { places = [] }: Email): Letterhead => ({
  agency: agencyFor(config, places, clock.now()),
  mark: config.demoCarriers ? `${DEMONSTRATION}. ${DEMONSTRATION_NOTICE}` : null,
})

/**
 * Part of the caller's transaction: the email goes out only if its cause is committed. `then_job` names a job that
 * runs once the mail server has accepted the email.
 */
export const queueEmail = async (
  app: App,
  email: Email,
  about?: About & { then_job?: string },
): Promise<void> => {
  const now = app.clock.now()
  const email_id = timeOrderedId(app.random, 'eml', now)
  const letterhead = letterheadOf(app, email)
  const content: Content = { text: emailText(email, letterhead), html: emailHtml(email, letterhead) }
  await insertEmail(app.db, {
    email_id,
    recipient: email.to,
    recipient_mac: app.sealer.mac(RECIPIENT, email.to),
    subject: email.subject,
    content: app.sealer.seal(context(email_id), JSON.stringify(content)),
    status: keepsMail(app) ? 'kept' : 'queued',
    created_at: now,
    ...about,
  })
  if (!keepsMail(app)) await addJob(app.db, SEND_EMAIL, { email_id }, ATTEMPTS)
  else if (about) await tell(app.db, { then_job: null, ...about })
}

/** Follow-up work runs as its own job. Here it could wait for a lock, leave the email unmarked, and send it again. */
export const noteHandedOver = (app: App, row: EmailRow): Promise<void> =>
  transact(app, async ({ db }) => {
    if (await markSent(db, row.email_id, app.clock.now())) await tell(db, row)
  })

export const retryEmail = (app: App, emailId: string): Promise<boolean> =>
  inTransaction(app, async ({ db }) => {
    const revived = await revive(db, emailId)
    if (revived) await addJob(db, SEND_EMAIL, { email_id: emailId }, ATTEMPTS)
    return revived
  })
