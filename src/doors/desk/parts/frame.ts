import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type PageContent, page } from '../../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { shownZone } from '../../../platform/pages/moment.ts'
import { noticeView } from '../../../platform/pages/notice.ts'
import { type Action, mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'

type Place = { path: string; name: string; action: Action }

const PLACES = [
  { path: '/desk', name: 'Work', action: 'see_work' },
  { path: '/desk/tasks', name: 'Carrier tasks', action: 'see_work' },
  { path: '/desk/book', name: 'Book', action: 'see_customers' },
  { path: '/desk/money', name: 'Money', action: 'see_money' },
  { path: '/desk/operators', name: 'Operators', action: 'see_operators' },
  { path: '/desk/stops', name: 'Stops', action: 'see_stops' },
  { path: '/desk/records', name: 'Records', action: 'see_records' },
  { path: '/desk/health', name: 'Health', action: 'see_health' },
  { path: '/desk/account', name: 'Account', action: 'see_own_account' },
] as const satisfies readonly Place[]

const VIEWS = [
  ['/desk?show=mine', 'My work'],
  ['/desk?show=overdue', 'Overdue work'],
  ['/desk/help', 'How the desk works'],
] as const

export type DeskPath = (typeof PLACES)[number]['path']

/** A form, not a link, so that nothing personal gets into a URL. */
const findForm = (
  request: DocumentRequest,
  id: string,
): Html => html`<form action="/desk/book" method="post" role="search" aria-label="Find a customer" class="find">${tokenField(request)}
<input id="${id}" type="search" name="q" aria-label="Find a customer" placeholder="Find a customer" maxlength="100" autocomplete="off"><button>Find</button></form>`

const mayGo = ({ role }: Staff) => PLACES.filter(({ action }) => mayDo(role, action))

const nav = (
  request: DocumentRequest,
  staff: Staff,
  at: DeskPath,
) => html`<nav aria-label="Desk" class="desk">
<button type="button" popovertarget="places" class="menu">Menu</button>
${at !== '/desk/book' && mayDo(staff.role, 'see_customers') ? findForm(request, 'find') : ''}
<div id="places" class="places" popover>
${mayGo(staff).map(
  ({ path, name }) => html`<a href="${path}"${path === at ? html` aria-current="page"` : ''}>${name}</a>`,
)}
<a href="/desk/book" id="open-search">Go to… <kbd hidden></kbd></a>
<form action="/desk/sign-out" method="post" aria-label="Sign out">${tokenField(request)}<button class="plain">Sign out</button></form>
</div>
</nav>`

/** The commands: a customer, or a place. Opened by ⌘K or Ctrl+K, as on the operator's pages. */
const palette = (
  request: DocumentRequest,
  staff: Staff,
): Html => html`<dialog id="search" aria-labelledby="search-title">
<h2 id="search-title">Find a customer, or go to</h2>
${mayDo(staff.role, 'see_customers') ? findForm(request, 'go') : ''}
<ul id="found" class="plain-list">${mayGo(staff).map(({ path, name }) => html`<li><a href="${path}">${name}</a></li>`)}${VIEWS.map(([path, name]) => html`<li><a href="${path}">${name}</a></li>`)}</ul>
<p class="small soft">On a list, J and K go down and up, and Enter opens. A accepts or assigns, R rejects, N goes to the next.</p>
<form method="dialog"><button class="secondary">Close</button></form>
</dialog>`

export type DeskPage = {
  title: string
  at: DeskPath
  body: Html
  status?: number
  /** A part of it asks for itself again. */
  isLive?: boolean
}

const framing = async (content: PageContent): Promise<Document> => ({
  ...(await page(content)),
  framesOwn: true,
})

export const deskFrame = (
  request: DocumentRequest,
  staff: Staff,
  { title, at, body, status = 200, isLive = false }: DeskPage,
): Promise<Document> =>
  framing({
    title,
    body: html`${body}${palette(request, staff)}`,
    status,
    nav: nav(request, staff, at),
    home: '/desk',
    styles: ['desk.css'],
    scripts: {
      nonce: request.nonce,
      names: [...(isLive ? ['htmx.js' as const] : []), 'dashboard.js', 'desk.js'],
    },
    foot: html`<p>Signed in as ${staff.email} (${staff.role}). All times are ${shownZone() === 'UTC' ? 'UTC' : `in the time zone ${shownZone()}`}. <a href="/desk/help">How the desk works</a></p>`,
  })

const DID_NOTHING = /\bnothing was \w+|\bnot saved\b/i

/** `done` comes from the URL, which anyone can write, so only names in the table are shown. */
export const toldResult = (
  messages: Readonly<Record<string, string>>,
  done: string | string[] | undefined,
) => {
  const name = String(done)
  const sentence = Object.hasOwn(messages, name) ? messages[name] : null
  return noticeView(sentence, DID_NOTHING.test(sentence ?? '') ? 'warning' : 'success')
}
