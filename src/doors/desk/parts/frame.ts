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

export type DeskPath = (typeof PLACES)[number]['path']

/** A form, not a link, so that nothing personal gets into a URL. */
const headerSearch = (
  request: DocumentRequest,
) => html`<form action="/desk/book" method="post" role="search" aria-label="Find a customer" class="find">${tokenField(request)}
<input name="q" aria-label="Find a customer" placeholder="Find a customer" maxlength="100" autocomplete="off"><button>Find</button></form>`

const nav = (
  request: DocumentRequest,
  { role }: Staff,
  at: DeskPath,
) => html`<nav aria-label="Desk" class="desk">
${PLACES.filter(({ action }) => mayDo(role, action)).map(
  ({ path, name }) => html`<a href="${path}"${path === at ? html` aria-current="page"` : ''}>${name}</a>`,
)}
${at !== '/desk/book' && mayDo(role, 'see_customers') ? headerSearch(request) : ''}
<form action="/desk/sign-out" method="post" aria-label="Sign out">${tokenField(request)}<button class="plain">Sign out</button></form>
</nav>`

export type DeskPage = {
  title: string
  at: DeskPath
  body: Html
  status?: number
  scripts?: readonly string[]
}

const framing = async (content: PageContent): Promise<Document> => ({
  ...(await page(content)),
  framesOwn: true,
})

export const deskFrame = (
  request: DocumentRequest,
  staff: Staff,
  { title, at, body, status = 200, scripts = [] }: DeskPage,
): Promise<Document> =>
  framing({
    title,
    body,
    status,
    nav: nav(request, staff, at),
    home: '/desk',
    styles: ['desk.css'],
    ...(scripts.length > 0 && { scripts: { nonce: request.nonce, names: scripts } }),
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
