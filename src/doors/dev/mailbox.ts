import { openContent, recipientOf } from '../../agency/emails/outbox.ts'
import { recipientMac } from '../../agency/emails/rules/limits.ts'
import { listKept } from '../../agency/emails/store.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { isLoopback } from '../../platform/lib/address.ts'
import { type KeptEmail, mailboxPage } from './mailbox-page.ts'

const MOST = 200

const linksIn = (text: string): string[] => text.match(/https?:\/\/[^\s<>"]+/g) ?? []

const readMailbox = async (app: App, to: unknown): Promise<KeptEmail[]> => {
  const recipient_mac = typeof to === 'string' ? recipientMac(app, to) : null
  const rows = await listKept(app.db, { recipient_mac, limit: MOST })
  return rows.map(row => {
    const { text, html } = openContent(app, row) ?? { text: '', html: '' }
    return {
      id: row.email_id,
      to: recipientOf(app, row),
      subject: row.subject,
      text,
      html,
      links: linksIn(text),
      sent_at: row.created_at.toISOString(),
    }
  })
}

/** The mailbox shows codes, so only this machine may read it. Checking the host name prevents DNS rebinding. */
const onlyFromHere = ({ config }: App, { host, address }: DocumentRequest): void => {
  const own = new URL(config.publicUrl).host
  const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/
  if (!isLoopback(address) || (host !== own && !local.test(host))) fail('not_found')
}

const wantsJson = ({ accept }: DocumentRequest): boolean =>
  accept.includes('application/json') && !accept.includes('text/html')

type Show = (emails: KeptEmail[], publicUrl: string) => ReturnType<DocumentRow<App>['respond']>

const mailboxRow = (path: string, page: boolean, show: Show): DocumentRow<App> => ({
  path,
  page,
  contract: null,
  async respond(app, request) {
    onlyFromHere(app, request)
    const emails = await readMailbox(app, request.query.to)
    return wantsJson(request) ? json(emails) : show(emails, app.config.publicUrl)
  },
})

export const mailboxDocuments: DocumentRow<App>[] = [
  mailboxRow('/dev/mailbox', true, mailboxPage),
  mailboxRow('/dev/mailbox.json', false, emails => json(emails)),
]
