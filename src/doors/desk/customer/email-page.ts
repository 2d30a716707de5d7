import { html } from 'hono/html'
import { keptWords } from '../../../agency/emails/outbox.ts'
import { type EmailRow, findEmail, listEmailRows } from '../../../agency/emails/store.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { redirect } from '../../../platform/http/pages/document.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { lockIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { lines } from '../../../products/lines.ts'
import { recordReads } from '../book/reads.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame } from '../parts/frame.ts'
import { facts, NONE, nextLink, table } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import type { Customer } from './customer.ts'
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

export const boundEmailForm = (token: Html, uid: string): Html =>
  html`<details><summary>Send the email about the policy again</summary>
<p class="small">The buyer gets the email with the link to their documents once more, at most three times a day.</p>
${postForm({ token, path: `/desk/book/${uid}/bound-email`, label: 'Send the email again', body: html`<button class="secondary">Send it again</button>` })}</details>`

const NO_POLICY = 'No policy of this application is in force, so there is nothing to send.'

const sendBoundAgain = (app: App, { uid, actor }: { uid: string; actor: string }): Promise<void> =>
  transact(app, async inside => {
    const line = lineOf(uid) ?? fail('not_found')
    const intake = (await lockIntake(inside, { uid, line })) ?? fail('not_found')
    if (!(await lines[line].book.tellBoundAgain(inside, intake)))
      fail('conflict', { message: NO_POLICY, current_status: intake.status })
    const [last] = await listEmailRows(inside.db, uid)
    if (last?.status === 'suppressed') fail('email_limit')
    await noteOnIntake(inside, uid, { actor, event: 'bound_email_sent_again', facts: {} })
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

export const boundEmailRow = staffForm(
  '/desk/book/{uid}/bound-email',
  'do_work',
  async (app, request, { actor }) => {
    const { uid = '' } = request.params
    await sendBoundAgain(app, { uid, actor })
    return redirect(`/desk/book/${uid}?done=again`)
  },
)
