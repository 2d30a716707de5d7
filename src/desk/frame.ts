import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../http/pages/document.ts'
import { tokenField } from '../pages/form-token.ts'
import { type Html, page } from '../pages/frame.ts'
import { type Action, mayDo } from './staff/roles.ts'
import type { Staff } from './staff.ts'

type Place = { path: string; name: string; action: Action }

const PLACES = [
  { path: '/desk', name: 'Work', action: 'see_work' },
  { path: '/desk/tasks', name: 'Carrier tasks', action: 'see_work' },
] as const satisfies readonly Place[]

export type DeskPath = (typeof PLACES)[number]['path']

const nav = (
  request: DocumentRequest,
  { role, email }: Staff,
  at: DeskPath,
) => html`<nav aria-label="Desk" class="desk">
${PLACES.filter(({ action }) => mayDo(role, action)).map(
  ({ path, name }) => html`<a href="${path}"${path === at ? html` aria-current="page"` : ''}>${name}</a>`,
)}
<span class="who">${email}</span>
<form action="/desk/sign-out" method="post" aria-label="Sign out">${tokenField(request)}<button class="plain">Sign out</button></form>
</nav>`

export type DeskPage = {
  title: string
  at: DeskPath
  body: Html
  status?: number
  scripts?: readonly string[]
}

export const deskFrame = (
  request: DocumentRequest,
  staff: Staff,
  { title, at, body, status = 200, scripts = [] }: DeskPage,
): Promise<Document> =>
  page({
    title,
    body,
    status,
    nav: nav(request, staff, at),
    brand: { name: 'Bindery desk', href: '/desk' },
    styles: ['desk.css'],
    ...(scripts.length > 0 && { scripts: { nonce: request.nonce, names: scripts } }),
    foot: html`<p>Signed in as ${staff.email} (${staff.role}). All times are UTC.</p>`,
  })

/** One sentence at the top of a page about what was just done. */
export const told = (sentence: string | null | undefined, tone: 'success' | 'warning' = 'success') =>
  sentence ? html`<div class="callout ${tone}" role="status"><p>${sentence}</p></div>` : html``
