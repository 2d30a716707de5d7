import { html } from 'hono/html'
import type { Failure } from '../errors.ts'
import type { HomeownersDashboardRow } from '../homeowners/dashboard/row.ts'
import type { recentFixIssuesEmail } from '../homeowners/fix-issues-email.ts'
import type { DocumentRequest } from '../http/pages/document.ts'
import { tokenField } from '../pages/form-token.ts'
import type { Html } from '../pages/frame.ts'
import { clockOf } from './labels.ts'

type Mailed = Awaited<ReturnType<typeof recentFixIssuesEmail>>

type Facts = {
  home: HomeownersDashboardRow
  mailed: Mailed
  refusal: Failure | undefined
  request: DocumentRequest
}

const REFUSALS: Readonly<Record<string, string>> = {
  sandbox_unsupported: 'This is a rehearsal in the sandbox: it mails nobody.',
  rate_limited: 'The mail was not sent again: one went out less than ten minutes ago.',
}

const refused = ({ code, message }: Failure) => html`
<div class="callout danger" role="alert"><p>${REFUSALS[code] ?? message}</p></div>`

const onItsWay = ({ queuedAt, nextAt }: NonNullable<Mailed>) => html`
<div class="callout success" role="status"><p>The mail with the link is on its way since ${clockOf(queuedAt)}. Another can go at ${clockOf(nextAt)}.</p></div>`

const button = (request: DocumentRequest) => html`
<p>Mail the homeowner a link to the answers that are missing.</p>
<form method="post">
${tokenField(request)}
<p><button>Email the homeowner</button></p>
</form>`

/** In sandbox the link is there and the mail is not; without an address there is neither. */
const asking = ({ home, mailed, request }: Facts): Html | string => {
  if (home.status !== 'needs_more_info') return ''
  if (home.fix_issues_email_available) return mailed ? onItsWay(mailed) : button(request)
  return home.homeowner_fix_issues_request_login_url
    ? html`<p>This is a rehearsal in the sandbox: nobody is mailed. The link below works all the same.</p>`
    : html`<p>No email of the homeowner is known yet. Send <code>intake.email</code> with the next call of <code>quotes</code>.</p>`
}

const link = ({ home }: Facts) => {
  const url = home.homeowner_fix_issues_request_login_url ?? home.homeowner_quotes_request_login_url
  if (url === null) return ''
  const words =
    home.status === 'needs_more_info'
      ? 'Where the homeowner finishes what is missing:'
      : 'Where the homeowner reviews the answers, compares the offers and buys:'
  return html`<p>${words}</p>
<p class="copied"><a href="${url}">${url}</a></p>
<p class="soft small">Safe to pass on: it opens nothing until the homeowner has signed in by mail.</p>`
}

/** What can be done for the homeowner: the mail, and the link to pass on. */
export const homeownerView = (facts: Facts): Html => html`
<section id="homeowner" class="card bound" aria-labelledby="homeowner-title">
<h2 id="homeowner-title">The homeowner</h2>
${facts.refusal ? refused(facts.refusal) : ''}
${asking(facts)}
${link(facts)}
</section>`
