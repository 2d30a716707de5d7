import type { App } from '../../platform/app.ts'
import { agencyFor, demonstration, demonstrationNotice } from '../../platform/config/agency.ts'
import { isWordmark, type Logo } from '../../platform/config/logo.ts'
import { DEFAULT_COLOR } from '../../platform/config/palette.ts'
import type { PageAsked } from '../../platform/db/after-row.ts'
import { inTransaction, transact } from '../../platform/db/transact.ts'
import { fail } from '../../platform/errors.ts'
import { inSameLanguage } from '../../platform/http/pages/readers-language.ts'
import { ATTEMPTS_FOR_A_DAY, addJob } from '../../platform/jobs/store.ts'
import { speaking } from '../../platform/language/language.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import { type Email, emailHtml, emailText, type Letterhead } from './layout.ts'
import { keepLegalNotice } from './rules/legal-notices.ts'
import {
  canStop,
  countOrSuppress,
  type EmailPurpose,
  isLegalNotice,
  isStopped,
  ONLY_KEYS,
  PAPERS,
  recipientMac,
  stopUrl,
} from './rules/limits.ts'
import { findDeliveryWithdrawal } from './rules/paper-store.ts'
import {
  type EmailRow,
  emails,
  insertEmail,
  listDeadRows,
  listEmailRows,
  lockUnsent,
  markSent,
  readdressEmail,
  revive,
} from './store.ts'

const LINK = /https?:\/\/\S+/g
const CODE_LINE = /^ {4}\S+$/gm

/** For readers other than the recipient: a link or a code would let them act as that person. */
export const withoutKeys = (text: string): string =>
  text.replaceAll(LINK, '[link left out]').replaceAll(CODE_LINE, '    [code left out]')

export const SEND_EMAIL = 'send_email'
export const MAIL_ON_PAPER = 'mail_on_paper'

/** Emails that were queued by an earlier version have `to` in their row. */
type Content = { text: string; html: string; to?: string; expires_at?: string }

type WithContent = Pick<EmailRow, 'email_id' | 'content'>

export const openContent = (app: App, { email_id, content }: WithContent): Content | null =>
  content ? app.sealer.openJson<Content>(emails.context('content', { email_id }), content) : null

const sealContent = (app: App, { email_id }: Pick<EmailRow, 'email_id'>, content: Content): Buffer =>
  app.sealer.seal(emails.context('content', { email_id }), JSON.stringify(content))

export const recipientOf = (app: App, row: WithContent & Pick<EmailRow, 'recipient'>): string =>
  openContent(app, row)?.to ?? row.recipient

const keptContent = (app: App, row: EmailRow): Buffer | null => {
  const content = row.kept_with_application ? openContent(app, row) : null
  if (!content) return null
  return sealContent(app, row, { to: recipientOf(app, row), text: withoutKeys(content.text), html: '' })
}

/** Null for an email that held only a code or a link, once the mail server has it. */
export const keptWords = (app: App, row: EmailRow): { to: string; text: string } | null => {
  const content = openContent(app, row)
  return content && { to: recipientOf(app, row), text: withoutKeys(content.text) }
}

export const emailsInFull = async (app: App, uid: string) =>
  (await listEmailRows(app.db, uid)).map(row => {
    const { email_id, subject, purpose, status, created_at, sent_at } = row
    const { to: recipient = null, text = null } = keptWords(app, row) ?? {}
    return { email_id, subject, purpose, status, created_at, sent_at, recipient, text }
  })

export const keepsEmails = (app: App): boolean => app.config.smtpUrl === null && !app.config.production

type Told = Pick<EmailRow, 'intake_uid' | 'then_job'>

export type HandedOver = { intake_uid: string }

const tell = async (db: App['db'], { intake_uid, then_job }: Told): Promise<void> => {
  if (then_job !== null) await addJob(db, then_job, { intake_uid }, ATTEMPTS_FOR_A_DAY)
}

/** Composed only when it is sent, because composing creates a new code or link. */
type Composed = { to: string; compose: () => Promise<Email> }

/** `operator`: on whose behalf we write to someone else. `isCopy`: to someone other than the person. */
type Queued = {
  purpose: EmailPurpose
  intake_uid?: string
  operator?: string | null
  then_job?: string
  isCopy?: boolean
}

type Outcome = { retryAt: Date | null; isStopped?: true }

const STOPPED =
  'This person asked us not to email them about applications that others start. Give them the link yourself, if they want it.'

export const refuseSuppressed = ({ clock }: App, { retryAt, isStopped: isRefused }: Outcome): void => {
  if (isRefused) fail('invalid_request', { message: STOPPED })
  if (retryAt)
    fail('email_limit', {
      retryAfterSeconds: Math.ceil((retryAt.getTime() - clock.now().getTime()) / SECOND),
    })
}

export const emailLogo = ({ config: { brand } }: App): Logo | null =>
  brand.logo?.type === 'image/png' ? brand.logo : null

const logoFacts = (logo: Logo): Letterhead['logo'] => {
  const { width, height } = logo
  return { width, height, wordmark: isWordmark(logo) }
}

const letterheadOf = (app: App, { places = [], to }: Email, mayStop: boolean): Letterhead => {
  const { config, clock } = app
  const logo = emailLogo(app)
  return {
    agency: agencyFor(config, places, clock.now()),
    color: config.brand.color ?? DEFAULT_COLOR,
    logo: logo && logoFacts(logo),
    privacyUrl: config.brand.privacyUrl ?? config.publicUrl + inSameLanguage('/privacy'),
    stopUrl: mayStop ? stopUrl(app, to) : null,
    mark: config.demoCarriers ? `${demonstration()}. ${demonstrationNotice()}` : null,
  }
}

const isOnPaper = async (app: App, { intake_uid, purpose }: Queued): Promise<boolean> =>
  intake_uid !== undefined &&
  PAPERS.includes(purpose) &&
  (await findDeliveryWithdrawal(app.db, intake_uid)) !== null

const sendingStatus = (app: App) => (keepsEmails(app) ? 'kept' : 'queued')

const contentOf = (app: App, email: Email, mayStop: boolean): Content =>
  speaking(email.language, () => {
    const letterhead = letterheadOf(app, email, mayStop)
    return {
      to: email.to,
      text: emailText(email, letterhead),
      html: emailHtml(email, letterhead),
      ...(email.expiresAt && { expires_at: email.expiresAt.toISOString() }),
    }
  })

/** Call it in the caller's transaction. `then_job` runs once the mail server has accepted the email. */
export const queueEmail = async (
  app: App,
  email: Email | Composed,
  { operator, isCopy = false, ...about }: Queued,
): Promise<Outcome> => {
  const now = app.clock.now()
  const email_id = timeOrderedId(app.random, 'eml', now)
  const { purpose, intake_uid: uid } = about
  const recipient_mac = recipientMac(app, email.to)
  const row = { email_id, recipient_mac, created_at: now, kept_with_application: false, ...about }
  const sending = { to: email.to, purpose, operator, application: uid }
  const isRefused = await isStopped(app, sending)
  const retryAt = isRefused ? null : await countOrSuppress(app, sending)
  if (retryAt || isRefused) {
    await insertEmail(app.db, { ...row, recipient: '', subject: '', content: null, status: 'suppressed' })
    return { retryAt, ...(isRefused && { isStopped: true }) }
  }
  const composed = 'compose' in email ? await email.compose() : email
  const content = contentOf(app, composed, canStop(sending))
  if (uid !== undefined && !isCopy && isLegalNotice(purpose)) {
    const { to, subject } = composed
    await keepLegalNotice(app, { uid, kind: purpose, at: now, to, subject, text: content.text })
  }
  const byMail = !isCopy && (await isOnPaper(app, about))
  await insertEmail(app.db, {
    ...row,
    recipient: '',
    subject: composed.subject,
    content: sealContent(app, row, content),
    status: byMail ? 'by_mail' : sendingStatus(app),
    kept_with_application: uid !== undefined && !ONLY_KEYS.includes(purpose),
  })
  if (byMail) await addJob(app.db, MAIL_ON_PAPER, { email_id }, ATTEMPTS_FOR_A_DAY)
  else if (!keepsEmails(app)) await addJob(app.db, SEND_EMAIL, { email_id }, ATTEMPTS_FOR_A_DAY)
  else if (uid !== undefined) await tell(app.db, { then_job: about.then_job ?? null, intake_uid: uid })
  return { retryAt: null }
}

/** Follow-up work runs as its own job. Here it could wait for a lock, leave the email unmarked, and send it again. */
export const noteHandedOver = (app: App, row: EmailRow): Promise<void> =>
  transact(app, async ({ db }) => {
    const sent = { sent_at: app.clock.now(), content: keptContent(app, row) }
    if (await markSent(db, row.email_id, sent)) await tell(db, row)
  })

export const retryEmail = (app: App, emailId: string): Promise<boolean> =>
  inTransaction(app, async ({ db }) => {
    const revived = await revive(db, emailId)
    if (revived) await addJob(db, SEND_EMAIL, { email_id: emailId }, ATTEMPTS_FOR_A_DAY)
    return revived
  })

export const readdressUnsent = async (
  app: App,
  { uid, from, to }: { uid: string; from: string; to: string },
): Promise<void> => {
  for (const row of await lockUnsent(app.db, { uid, from: recipientMac(app, from) })) {
    const content = openContent(app, row)
    await readdressEmail(app.db, row.email_id, {
      recipient: '',
      recipient_mac: recipientMac(app, to),
      content: content && sealContent(app, row, { ...content, to }),
    })
  }
}

export const listDead = async (app: App, asked: PageAsked) =>
  (await listDeadRows(app.db, asked)).map(({ content, recipient, ...row }) => ({
    ...row,
    to: recipientOf(app, { ...row, content, recipient }),
  }))

export type DeadEmail = Awaited<ReturnType<typeof listDead>>[number]
