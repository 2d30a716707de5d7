import { html } from 'hono/html'
import type { Failure } from '../../../platform/errors.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import type { HomeownersStatus } from '../../../products/homeowners/application/lifecycle.ts'
import { isEnded } from '../../../products/homeowners/application/statuses.ts'
import type { HomeownersDashboardRow } from '../../../products/homeowners/dashboard/row.ts'
import type { HomeownersIntakeRecord } from '../../../products/homeowners/intake/intake.ts'
import { clockOf, EMAILED } from '../labels.ts'
import type { RecentEmail, Resent } from './resend.ts'

type Facts = {
  home: HomeownersDashboardRow
  intake: HomeownersIntakeRecord
  recent: RecentEmail
  refusal: Failure | undefined
  request: DocumentRequest
}

const REFUSALS: Readonly<Record<string, string>> = {
  sandbox_unsupported: 'This is a sandbox request, which never sends email.',
  rate_limited: 'We didn’t send another email: the last one went out less than 10 minutes ago.',
}

const refused = ({ code, message }: Failure) => html`
<div class="callout danger" role="alert" tabindex="-1" autofocus><p>${REFUSALS[code] ?? message}</p></div>`

const onItsWay = ({ queuedAt, nextAt }: NonNullable<RecentEmail>) => html`
<div id="${EMAILED}" class="callout success" role="status" tabindex="-1"><p>We emailed the link at ${clockOf(queuedAt)}. You can send another at ${clockOf(nextAt)}.</p></div>`

const BUTTONS: Record<Resent, { words: string; label: string }> = {
  fix_issues: { words: 'Email the homeowner a link to the missing answers.', label: 'Email the homeowner' },
  offers_ready: {
    words: 'The homeowner has a link to the quotes. Send it again if they can’t find it.',
    label: 'Email the link again',
  },
}

const button = (request: DocumentRequest, email: Resent) => html`
<p>${BUTTONS[email].words}</p>
<form method="post">
${tokenField(request)}
<input type="hidden" name="email" value="${email}">
<p><button>${BUTTONS[email].label}</button></p>
</form>`

const SANDBOX = html`<p>This is a sandbox request, which never sends email. The link below still works.</p>`

const asking = ({ home, intake: { sandbox }, recent, request }: Facts): Html | string => {
  const { status, waiting_on, homeowner_fix_issues_request_login_url: url } = home
  if (status !== 'needs_more_info') {
    if (status === 'pending_quotes' || waiting_on !== 'homeowner') return ''
    if (sandbox) return SANDBOX
    return recent ? onItsWay(recent) : button(request, 'offers_ready')
  }
  if (url === null)
    return html`<p>We don’t have the homeowner’s email address yet. Send <code>intake.email</code> with your next call to <code>quotes</code>.</p>`
  if (sandbox) return SANDBOX
  return recent ? onItsWay(recent) : button(request, 'fix_issues')
}

const isOver = ({ intake: { status, erasedAt } }: Facts): boolean => erasedAt !== null || isEnded(status)

const placeWords = (status: HomeownersStatus): string => {
  if (status === 'needs_more_info') return 'Where the homeowner adds the missing answers:'
  return status === 'bound'
    ? 'Where the homeowner sees the policy and its documents:'
    : 'Where the homeowner reviews the answers, compares quotes and buys:'
}

const link = (facts: Facts) => {
  const { home, intake } = facts
  const url = home.homeowner_fix_issues_request_login_url ?? home.homeowner_quotes_request_login_url
  if (url === null || isOver(facts)) return ''
  return html`<p>${placeWords(intake.status)}</p>
<p class="copied"><a href="${url}">${url}</a></p>
<p class="soft small">Safe to share: it opens nothing until the homeowner signs in by email.</p>`
}

export const homeownerView = (facts: Facts): Html =>
  isOver(facts) && !facts.refusal
    ? html``
    : html`
<section id="homeowner" class="card bound" aria-labelledby="homeowner-title">
<h2 id="homeowner-title">The homeowner</h2>
${facts.refusal ? refused(facts.refusal) : ''}
${asking(facts)}
${link(facts)}
</section>`
