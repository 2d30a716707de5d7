import { type App, job } from '../../platform/app.ts'
import { deliverOnce } from './deliveries.ts'
import { LOGO_CID } from './layout.ts'
import { emailLogo, openContent, recipientOf, SEND_EMAIL } from './outbox.ts'
import { closeUnsent, type EmailRow, findEmail, noteFailure } from './store.ts'
import { transportOf } from './transport.ts'

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

// Only codes, because the server's text can quote an address.
const describe = ({ code, responseCode }: SmtpError): string =>
  [code, responseCode].filter(Boolean).join(' ') || 'failed'

/** Every attempt has the same Message-ID, so that a second copy can be recognized. */
const messageId = (app: App, emailId: string): string =>
  `<${emailId}@${new URL(app.config.publicUrl).hostname}>`

const sender = ({ config: { mailFrom, agency } }: App): string | { name: string; address: string } =>
  mailFrom.includes('<') ? mailFrom : { name: agency.name, address: mailFrom.trim() }

const logoIn = (app: App, html: string) => {
  const logo = html.includes(`cid:${LOGO_CID}`) ? emailLogo(app) : null
  return logo
    ? [
        {
          filename: 'logo.png',
          content: logo.bytes,
          contentType: logo.type,
          cid: LOGO_CID,
          contentDisposition: 'inline' as const,
        },
      ]
    : []
}

const NO_CONTENT = 'NO_CONTENT'

const withoutContent = (): never => {
  throw Object.assign(new Error('The email has no content.'), { code: NO_CONTENT })
}

const send = async (app: App, smtpUrl: string, row: EmailRow): Promise<void> => {
  const content = openContent(app, row) ?? withoutContent()
  const transport = await transportOf(app, smtpUrl)
  await transport.sendMail({
    from: sender(app),
    to: recipientOf(app, row),
    subject: row.subject,
    messageId: messageId(app, row.email_id),
    date: row.created_at,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: content.text,
    html: content.html,
    attachments: logoIn(app, content.html),
  })
}

const noMailServer = (): never => {
  throw Object.assign(new Error('SMTP_URL is not set.'), { code: 'NO_SMTP_URL' })
}

/** Other refusals are about our account. Once that is fixed, every email goes out. */
const isAboutThisEmail = ({ command }: SmtpError): boolean => command === 'RCPT TO' || command === 'DATA'

/** 501 is how servers refuse an address that they cannot read. Other codes below 550 are about the protocol. */
const isPermanent = (error: SmtpError): boolean => {
  const { code, responseCode = 0 } = error
  return code === NO_CONTENT || (isAboutThisEmail(error) && (responseCode >= 550 || responseCode === 501))
}

const isExpired = (app: App, row: EmailRow): boolean => {
  const { expires_at } = openContent(app, row) ?? {}
  return expires_at !== undefined && new Date(expires_at) <= app.clock.now()
}

const attempt = async (app: App, email_id: string, lastAttempt: boolean): Promise<EmailRow | null> => {
  const row = await findEmail(app.db, email_id)
  if (row?.status !== 'queued') return null
  if (isExpired(app, row)) {
    await closeUnsent(app.db, email_id, 'queued')
    app.log.info({ email_id }, 'email not sent, its code has expired')
    return null
  }
  try {
    await send(app, app.config.smtpUrl ?? noMailServer(), row)
    return row
  } catch (error) {
    const dead = lastAttempt || isPermanent(error as SmtpError)
    await noteFailure(app.db, email_id, { error: describe(error as SmtpError), dead })
    if (dead) return null
    throw error
  }
}

export const sendEmail = job<{ email_id: string }>({
  name: SEND_EMAIL,
  lane: 'emails',
  run: (app, { email_id }, { lastAttempt }) =>
    deliverOnce(app, email_id, () => attempt(app, email_id, lastAttempt)),
})
