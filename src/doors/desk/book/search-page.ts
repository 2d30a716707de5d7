import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { readPage } from '../../../platform/db/after-row.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { countOpenFollowUps } from '../../../products/line/record/note-store.ts'
import { openFollowUps } from '../../../products/line/record/notes.ts'
import { agencyDeadline } from '../../../products/line/wire/agency-day.ts'
import { followUpRow } from '../notes/notes-view.ts'
import { deskFrame } from '../parts/frame.ts'
import { emptyView, listSection } from '../parts/section.ts'
import { pageAsked } from '../parts/table.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { type Names, namesOf } from '../staff/names.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { listedTable } from './listed-view.ts'
import { recordReads } from './reads.ts'
import {
  type Found,
  LONGEST,
  operatorTyped,
  readSearch,
  type Search,
  search,
  searchPath,
  uidIn,
} from './search.ts'

const PLACEHOLDER = 'Name, email, phone, address, policy number or ID'

const searchForm = (request: DocumentRequest, { text, sandbox }: Pick<Search, 'text' | 'sandbox'>) => html`
<form method="post" action="/desk/book" role="search" aria-label="Customers">
${tokenField(request)}
<div class="field"><label for="q">Find a customer</label>
<p class="hint" id="q-hint">${PLACEHOLDER}. The beginning of a name is enough.</p>
<input id="q" name="q" value="${text}" maxlength="${LONGEST}" autocomplete="off" aria-describedby="q-hint"></div>
<label class="choice"><input type="checkbox" name="sandbox"${sandbox ? html` checked` : ''}><span>Search sandbox applications instead</span></label>
<button>Find</button>
</form>`

const emptyWords = (isCut: boolean): string =>
  isCut
    ? 'None among the newest applications with these words. Keep looking, or add another word.'
    : 'No customer found. Check the spelling, or try fewer words.'

const results = (app: App, asked: Search, { found, names }: { found: Found; names: Names }) => {
  const { shown, among, next, isCut } = found
  const everything = searchPath(app, { ...asked, among: 'all', before: null })
  return html`${shown.length === 0 ? emptyView(emptyWords(isCut)) : listedTable('Customers', shown, names)}
${next ? html`<p><a href="${searchPath(app, { ...asked, among, before: next })}">${isCut ? 'Keep looking' : 'Older applications'}</a></p>` : ''}
${among === 'names' ? html`<p class="soft">These are people with this name. <a href="${everything}">Search addresses and several people together</a></p>` : ''}`
}

const operatorCard = async (app: App, text: string, sandbox: boolean) => {
  const operator = await operatorTyped(app, text)
  if (!operator) return html``
  const path = searchPath(app, { text: operator.operator_uid, sandbox, among: 'all', before: null })
  return html`<p class="callout info">${operator.organization_name ?? operator.email} is an operator. <a href="${path}">Show its applications</a></p>`
}

const dueView = async (app: App, request: DocumentRequest, staff: Staff) => {
  const { shown: due, next } = await readPage(
    asked => openFollowUps(app, asked),
    pageAsked(request, 'after'),
    ({ note_id }) => note_id,
  )
  await recordReads(app, [...new Set(due.flatMap(({ uid }) => uid ?? []))], { what: 'note', by: staff.actor })
  const count = await countOpenFollowUps(app.db)
  const names = await namesOf(
    app,
    due.map(({ written_by }) => written_by),
  )
  const row = followUpRow({ token: tokenField(request), staff, names, deadline: agencyDeadline(app) })
  return listSection({
    id: 'due',
    title: 'Follow-ups',
    empty: 'No open follow-ups.',
    list: { shown: due },
    draw: shown => html`<ul class="plain-list">${shown.map(row)}</ul>`,
    more: next
      ? html`<p><a href="/desk/book?after=${next}">Later follow-ups</a> <span class="soft">${count} in all</span></p>`
      : '',
  })
}

const bookPage = async (app: App, request: DocumentRequest, staff: Staff): Promise<Document> => {
  const asked = readSearch(app, String(request.query.search ?? ''))
  const frame = (body: Html) =>
    deskFrame(request, staff, { title: asked ? 'Search results' : 'Book', at: '/desk/book', body })
  if (!asked)
    return frame(html`<h1>Book</h1>
${searchForm(request, { text: '', sandbox: false })}
${mayDo(staff.role, 'import_book') ? html`<p><a href="/desk/book/imports">Import customers and policies</a></p>` : ''}
${await dueView(app, request, staff)}`)
  const found = await search(app, asked)
  await recordReads(
    app,
    found.shown.map(({ uid }) => uid),
    { what: 'found', by: staff.actor },
  )
  const names = await namesOf(
    app,
    found.shown.map(({ owner }) => owner),
  )
  return frame(html`<h1>Book</h1>
${searchForm(request, asked)}
<section aria-labelledby="found"><h2 id="found" tabindex="-1" autofocus>${asked.sandbox ? 'Sandbox applications' : 'Applications'}</h2>
${await operatorCard(app, asked.text, asked.sandbox)}
${results(app, asked, { found, names })}</section>`)
}

export const searchRows = [
  staffPage('/desk/book', 'see_customers', bookPage),
  staffForm('/desk/book', 'see_customers', async (app, { form }) => {
    const text = (form.get('q') ?? '').trim().slice(0, LONGEST)
    if (text === '') return redirect('/desk/book')
    const uid = await uidIn(app, text)
    if (uid !== null) return redirect(`/desk/book/${uid}`)
    return redirect(searchPath(app, { text, sandbox: form.has('sandbox'), among: null, before: null }))
  }),
]
