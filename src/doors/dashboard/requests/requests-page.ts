import { html } from 'hono/html'
import type { Mode } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/errors.ts'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { titleToCorrect } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { type View, views } from '../../../products/line/requests-store.ts'
import { live, liveControls, operatorPage } from '../frame.ts'
import { ageSince, badge, premiumText } from '../labels.ts'
import { linePages } from '../lines.ts'
import { forOperator } from '../operator-row.ts'
import type { SignedInOperator } from '../operator-session.ts'
import { nothingFound, nothingInMode, nothingInView, nothingYet } from './empty-views.ts'
import { filterForm, filterProblems } from './filter-form.ts'
import {
  askedIn,
  dashboardUrl,
  exportUrl,
  type FilterProblem,
  modes,
  problemAt,
  type RequestsQuery,
  readFilters,
  requestUrl,
  type TypedFilters,
} from './filters.ts'
import {
  countViews,
  type FoundRequests,
  findRequests,
  linesInScope,
  MOST_COUNTED,
  modesInUse,
  type RequestRow,
  type ViewCounts,
} from './find-requests.ts'
import { sandboxForm } from './sandbox-form.ts'
import { attentionTo, WAITING } from './standing.ts'

const VIEW_NAMES: Record<View, string> = {
  attention: 'Needs attention',
  open: 'In progress',
  bound: 'Bound',
  ended: 'Ended',
}

const TONES: Record<View | 'all', string> = {
  all: '',
  attention: 'warning',
  open: 'info',
  bound: 'success',
  ended: '',
}

const countText = (count: number): string => (count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count))

type Tabs = { counts: ViewCounts; mode: Mode; asked: TypedFilters }

const tab = (view: View | undefined, { counts, mode, asked }: Tabs) => {
  const { line, limit } = asked
  const name = view ?? 'all'
  return html`<li><a class="${TONES[name]}" href="${dashboardUrl({ mode, view, line, limit })}"${asked.view === view ? html` aria-current="true"` : ''}><span>${view ? VIEW_NAMES[view] : 'All'}</span> <strong>${countText(counts[name])}</strong></a></li>`
}

const viewTabs = (tabs: Tabs): Html => html`<nav class="tabs" aria-label="Views">
<ul>
${[undefined, ...views].map(view => tab(view, tabs))}
</ul>
</nav>`

const MODE_NAMES: Record<Mode, string> = { live: 'Live', sandbox: 'Sandbox' }

const modeSwitch = (
  mode: Mode,
  { line, view, limit }: TypedFilters,
): Html => html`<nav class="switch" aria-label="Live or sandbox">
${modes.map(
  each =>
    html`<a href="${dashboardUrl({ mode: each, view, line, limit })}"${each === mode ? html` aria-current="true"` : ''}>${MODE_NAMES[each]}</a>`,
)}
</nav>`

const next = (request: RequestRow, now: Date): Html | string => {
  const attention = attentionTo(request, now)
  if (attention?.kind === 'your_turn') return html`<strong>Your turn</strong>`
  if (attention)
    return html`${WAITING[request.waitingOn]}, <strong>no answer for ${attention.days} days</strong>`
  return WAITING[request.waitingOn]
}

const row = (request: RequestRow, now: Date) => html`<tr id="${request.id}">
<th scope="row" class="typed"><a href="${requestUrl(request.uid)}">${request.title}</a>
<span class="soft small">${request.kind}${request.reference ? html` · ${request.reference}` : ''}</span>
<span class="soft small"><code>${request.uid}</code></span></th>
<td>${badge(request.outcome)} <span class="soft small">${next(request, now)}</span></td>
<td class="number" data-label="Premium a year">${request.premium ? premiumText(request.premium) : html`<span class="soft">–</span>`}</td>
<td data-label="Age">${ageSince(request.insertedAt, now)}</td>
<td data-label="Last change">${ageSince(request.updatedAt, now)}</td>
</tr>
`

const requestsTable = (rows: readonly RequestRow[], now: Date): Html => html`<table class="stacks requests">
<thead><tr><th scope="col">Request</th><th scope="col">Status</th><th scope="col" class="number">Premium a year</th><th scope="col">Age</th><th scope="col">Last change</th></tr></thead>
<tbody>
${rows.map(request => row(request, now))}</tbody>
</table>`

const pager = ({ nextCursor }: FoundRequests, asked: TypedFilters): Html => html`
<nav class="row" aria-label="Pages of the list">
${asked.cursor === undefined ? '' : html`<a class="button secondary" href="${dashboardUrl({ ...asked, cursor: undefined })}">Newest</a>`}
${nextCursor === null ? '' : html`<a class="button secondary" href="${dashboardUrl({ ...asked, cursor: nextCursor })}">Older</a>`}
</nav>`

const FIRST = 5

type Asked = {
  app: App
  request: DocumentRequest
  signedIn: SignedInOperator
  asked: TypedFilters
  query: RequestsQuery
  mode: Mode
}

const found = async (
  { app, signedIn: { caller } }: Asked,
  query: RequestsQuery,
): Promise<FoundRequests | FilterProblem[]> => {
  try {
    return await findRequests(app, caller, query)
  } catch (error) {
    if (error instanceof Failure && error.details.fields)
      return error.details.fields.map(({ path }) => problemAt(path))
    throw error
  }
}

const isNamed = ({ uid, property_id }: RequestsQuery): boolean =>
  uid !== undefined || property_id !== undefined

const inMode = ({ query, mode }: Asked): RequestsQuery => (isNamed(query) ? query : { ...query, mode })
const linked = ({ asked, query, mode }: Asked): TypedFilters => (isNamed(query) ? asked : { ...asked, mode })

const isFiltered = ({ line, status, uid, property_id }: RequestsQuery): boolean =>
  [line, status, uid, property_id].some(value => value !== undefined)

const empty = ({ request, query, mode }: Asked): Html => {
  if (isFiltered(query)) return nothingFound
  return query.view ? nothingInView(query.view, mode) : nothingInMode(mode, request)
}

const isOverview = ({ view, cursor, ...query }: RequestsQuery): boolean =>
  view === undefined && cursor === undefined && !isFiltered(query)

const attentionFirst = async (asking: Asked): Promise<Html | string> => {
  const { app, signedIn, asked, query, mode } = asking
  if (!isOverview(query)) return ''
  const { rows, nextCursor } = await findRequests(app, signedIn.caller, { mode, view: 'attention' }, FIRST)
  if (rows.length === 0) return ''
  const all = dashboardUrl({ mode, view: 'attention', limit: asked.limit })
  return html`<section aria-labelledby="attention">
<h2 id="attention">Needs attention</h2>
${requestsTable(
  rows.map(row => ({ ...row, id: `first-${row.id}` })),
  app.clock.now(),
)}
${nextCursor === null ? '' : html`<p><a href="${all}">Everything that needs attention</a></p>`}
</section>`
}

const activity = ({ app, signedIn: { caller }, asked, mode }: Asked): Promise<(Html | string)[]> =>
  Promise.all(
    mode === 'sandbox'
      ? []
      : linesInScope(caller).flatMap(line => linePages[line].activity?.(app, caller, asked) ?? []),
  )

const listView = async (asking: Asked, list: FoundRequests): Promise<Html> => {
  const { app, signedIn, asked, query, mode } = asking
  const counts = await countViews(app, signedIn.caller, mode)
  const { view } = query
  return html`${viewTabs({ counts, mode, asked })}
${await attentionFirst(asking)}
<section aria-labelledby="list">
${filterForm({ asked, problems: [] })}
${
  list.rows.length === 0
    ? empty(asking)
    : html`<div class="row apart"><h2 id="list">${view ? VIEW_NAMES[view] : 'All requests'}</h2>
<a href="${exportUrl(linked(asking))}" download>Download CSV</a></div>
${requestsTable(list.rows, app.clock.now())}${pager(list, linked(asking))}`
}
</section>
${isOverview(query) ? await activity(asking) : ''}`
}

const heading = (controls: Html | string) => html`<div class="row apart">
<h1>Requests</h1>
${controls}
</div>`

const common = { title: 'Requests', at: '/dashboard' } as const

const wrong = (
  request: DocumentRequest,
  signedIn: SignedInOperator,
  { asked, problems }: { asked: TypedFilters; problems: readonly FilterProblem[] },
): Promise<Document> =>
  operatorPage(request, signedIn, {
    ...common,
    title: titleToCorrect(common.title, problems),
    status: 400,
    body: html`${heading('')}${filterProblems(problems)}${filterForm({ asked, problems })}`,
  })

export const requestsPage = forOperator({
  path: '/dashboard',
  async respond(app, request, signedIn) {
    const asked = askedIn(request.query)
    const { query, problems } = readFilters(asked)
    if (!query) return wrong(request, signedIn, { asked, problems })
    const used = await modesInUse(app, signedIn.caller)
    const mode = query.mode ?? (used.sandbox && !used.live ? 'sandbox' : 'live')
    const asking: Asked = { app, request, signedIn, asked, query, mode }
    const list = await found(asking, inMode(asking))
    if (Array.isArray(list)) return wrong(request, signedIn, { asked, problems: list })
    const url = dashboardUrl(asked)
    const isNew = !used.live && !used.sandbox
    const body = isNew ? nothingYet(app, request) : await listView(asking, list)
    const controls = html`<div class="row">${isNew ? '' : modeSwitch(mode, asked)}${mode === 'sandbox' && !isNew ? sandboxForm(request, 'secondary') : ''}${liveControls(url)}</div>`
    return operatorPage(request, signedIn, {
      ...common,
      body: html`${heading(controls)}${live(url, body)}`,
    })
  },
})
