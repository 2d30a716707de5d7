import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../platform/http/pages/document.ts'
import { page } from '../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../platform/pages/html.ts'
import { approvalNotice } from './approval.ts'
import { clockOf } from './labels.ts'
import type { SignedInOperator } from './operator-session.ts'
import { SEARCH, searchDialog } from './search-dialog.ts'

const PLACES = [
  { path: '/dashboard', name: 'Requests' },
  { path: '/dashboard/key', name: 'Keys' },
] as const

export type DashboardPath = (typeof PLACES)[number]['path'] | typeof SEARCH

const nav = (
  request: DocumentRequest,
  { name }: SignedInOperator,
  at: DashboardPath,
) => html`<nav aria-label="Dashboard">
${PLACES.map(
  ({ path, name: place }) =>
    html`<a href="${path}"${path === at ? html` aria-current="page"` : ''}>${place}</a>`,
)}
<a href="${SEARCH}" id="open-search"${at === SEARCH ? html` aria-current="page"` : ''}>Search <kbd hidden></kbd></a>
<span class="who">${name}</span>
<form action="/dashboard/sign-out" method="post">${tokenField(request)}<button class="plain">Sign out</button></form>
</nav>`

const foot = ({
  until,
}: SignedInOperator) => html`<p>Signed in until ${clockOf(until)}. <span id="zone">All times are UTC.</span></p>
<p>These pages never show a customer’s name or contact details.</p>`

export type OperatorPage = {
  title: string
  at: DashboardPath
  body: Html
  status?: number
}

export const operatorPage = (
  request: DocumentRequest,
  signedIn: SignedInOperator,
  { title, at, body, status = 200 }: OperatorPage,
): Promise<Document> =>
  page({
    title,
    body: html`${approvalNotice(signedIn.approval)}${body}${at === SEARCH ? '' : searchDialog}`,
    status,
    nav: nav(request, signedIn, at),
    foot: foot(signedIn),
    styles: ['dashboard.css'],
    scripts: { nonce: request.nonce, names: ['htmx.js', 'dashboard.js'] },
  })

export const live = (url: string, body: Html): Html => html`
<div id="live" hx-get="${url}" hx-trigger="every 4s" hx-select="#live" hx-swap="outerMorph" hx-status:429="swap:none" hx-status:5xx="swap:none">
${body}
</div>`

export const liveControls = (url: string): Html => html`<p class="row small live-controls">
<a href="${url}">Refresh</a>
<button type="button" id="pause" class="plain" aria-pressed="false" hidden>Pause updates</button>
<span id="live-state" class="soft" role="status"></span>
</p>`
