import { html } from 'hono/html'
import { openContent, recipientOf } from '../../agency/emails/outbox.ts'
import { recipientMac } from '../../agency/emails/rules/limits.ts'
import { listKept } from '../../agency/emails/store.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { type DocumentRequest, type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { isLoopback } from '../../platform/lib/address.ts'
import { requestCodeCurl } from '../../platform/pages/first-key.ts'
import { page } from '../../platform/pages/frame.ts'
import type { Html } from '../../platform/pages/html.ts'
import { moment } from '../../platform/pages/moment.ts'

type KeptEmail = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  sent_at: string
}

const linked = (text: string): (string | Html)[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : part))

const lines = (text: string): Html[] => text.split('\n').map(line => html`${linked(line)}<br>`)

const paragraph = (text: string): Html => {
  const code = /^ {4}(\d{6})$/.exec(text)?.[1]
  if (code !== undefined) return html`<p class="one-time-code">${code}</p>`
  return text.startsWith('--\n')
    ? html`<p class="soft small">${linked(text.slice(3))}</p>`
    : html`<p>${lines(text)}</p>`
}

const email = ({ id, to, subject, text, sent_at }: KeptEmail) => html`
<article class="card bound" aria-labelledby="${id}">
<h2 id="${id}">${subject}</h2>
<p class="soft small">To ${to} · ${moment(new Date(sent_at))}</p>
${text.split('\n\n').map(paragraph)}
<details><summary>Text as it would be sent</summary><pre>${text}</pre></details>
</article>`

const empty = (publicUrl: string) => html`
<div class="empty">
<h2>No email yet</h2>
<p>Sign in to the <a href="/dashboard/sign-in">dashboard</a> or request an operator key, and the code arrives here:</p>
<pre><code>${requestCodeCurl(publicUrl)}</code></pre>
</div>`

const mailboxPage = (emails: KeptEmail[], publicUrl: string) =>
  page({
    title: 'Mailbox',
    body: html`<div class="narrow">
<h1>Mailbox</h1>
<p class="lede">No email server is configured, so emails appear here instead, newest first. This page exists only outside production.</p>
<p class="row"><a href="/dev/mailbox" class="button secondary">Refresh</a> <a href="/dev/mailbox.json">View as JSON</a></p>
${emails.length === 0 ? empty(publicUrl) : emails.map(email)}
</div>`,
  })

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
