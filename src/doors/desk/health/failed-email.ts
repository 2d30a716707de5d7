import { html } from 'hono/html'
import type { DeadEmail } from '../../../agency/emails/outbox.ts'
import { PAPERS } from '../../../agency/emails/rules/limits.ts'

/** Electronic delivery counts only if it works, so what the customer is owed goes on paper otherwise. */
export const paperBadge = ({ intake_uid, purpose }: DeadEmail) =>
  intake_uid !== null && purpose !== null && PAPERS.includes(purpose)
    ? html` <span class="badge danger">Document or notice</span>`
    : ''

export const failedEmailsNote = html`<p class="soft">If the address is wrong, correct it on the customer’s page, then try again: the email goes to the new address. A document or notice must reach the customer. If email fails, send the words on the customer’s page by postal mail. An admin then closes the email under Health.</p>`
