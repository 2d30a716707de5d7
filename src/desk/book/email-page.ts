import { html } from 'hono/html'
import type { App } from '../../app.ts'
import { openContent } from '../../emails/outbox.ts'
import { withoutKeys } from '../../emails/rules/without-keys.ts'
import { type EmailRow, findEmail, listEmailRows } from '../../emails/store.ts'
import { fail } from '../../errors.ts'
import { nameTitle } from '../../lib/name-words.ts'
import { moment } from '../../pages/moment.ts'
import { staffPage } from '../door.ts'
import { facts } from '../facts.ts'
import { deskFrame } from '../frame.ts'
import { nextLink } from '../list-page.ts'
import { NONE, table } from '../table.ts'
import { type Customer, recordReads } from './customer.ts'
import type { Section } from './section.ts'

const emailStatus = ({ status }: Pick<EmailRow, 'status'>): string => {
  if (status === 'kept') return 'Shown in the mailbox'
  return status === 'by_mail' ? 'Not emailed: by postal mail' : nameTitle(status)
}

export const emailsSection = ({ uid, emails: { shown: emails, next, count } }: Customer): Section => ({
  id: 'emails',
  title: 'Emails',
  count,
  body: html`${table('Emails', [
    {
      name: 'Subject',
      cells: emails.map(({ email_id, subject, purpose, is_kept }) => {
        const title = subject || nameTitle(purpose ?? 'email')
        return is_kept ? html`<a href="/desk/book/${uid}/emails/${email_id}">${title}</a>` : title
      }),
    },
    { name: 'Status', cells: emails.map(emailStatus) },
    { name: 'Created', cells: emails.map(({ created_at }) => moment(created_at)) },
    { name: 'Sent', cells: emails.map(({ sent_at }) => (sent_at ? moment(sent_at) : NONE)) },
  ])}${nextLink({ path: `/desk/book/${uid}`, list: 'emails', next, words: 'Earlier emails' })}`,
})

/** Null for an email that brought only a code or a link, once the mail server has it. */
const keptWords = (app: App, row: EmailRow): { to: string; text: string } | null => {
  const content = openContent(app, row)
  return content && { to: content.to ?? row.recipient, text: withoutKeys(content.text) }
}

export const emailsInFull = async (app: App, uid: string) =>
  (await listEmailRows(app.db, uid)).map(row => {
    const { email_id, subject, purpose, status, created_at, sent_at } = row
    const { to: recipient = null, text = null } = keptWords(app, row) ?? {}
    return { email_id, subject, purpose, status, created_at, sent_at, recipient, text }
  })

export const emailRow = staffPage(
  '/desk/book/{uid}/emails/{id}',
  'see_customers',
  async (app, request, staff) => {
    const { uid = '', id = '' } = request.params
    const row = await findEmail(app.db, id)
    if (row?.intake_uid !== uid) return fail('not_found')
    const { to, text } =
      keptWords(app, row) ?? fail('not_found', { message: 'The text of this email is no longer kept.' })
    await recordReads(app, [uid], { what: 'email', by: staff.actor })
    return deskFrame(request, staff, {
      title: row.subject,
      at: '/desk/book',
      body: html`<p class="small"><a href="/desk/book/${uid}#emails">Customer</a></p>
<h1>${row.subject}</h1>
${facts([
  { label: 'To', value: to },
  { label: 'Status', value: emailStatus(row) },
  { label: 'Created', value: moment(row.created_at) },
  { label: 'Sent', value: row.sent_at ? moment(row.sent_at) : NONE },
])}
<p class="soft small">Links and codes are left out, because they are for the recipient alone.</p>
<pre>${text}</pre>`,
    })
  },
)
