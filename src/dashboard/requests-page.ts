import { html } from 'hono/html'
import type { App } from '../app.ts'
import { Failure } from '../errors.ts'
import type { DashboardQuery } from '../homeowners/dashboard/query.ts'
import { type StatusDay, statusDays } from '../homeowners/dashboard/status-days.ts'
import { dashboard, type HomeownersDashboardResponse } from '../homeowners/dashboard.ts'
import { perform } from '../http/perform.ts'
import { curlLine } from '../pages/curl.ts'
import type { Html } from '../pages/frame.ts'
import { filterForm, filterProblems } from './filter-form.ts'
import {
  askedIn,
  dashboardUrl,
  type FilterProblem,
  problemAt,
  readFilters,
  type TypedFilters,
} from './filters.ts'
import { live, liveControls, operatorPage } from './frame.ts'
import { counted, STATUS_NAMES } from './labels.ts'
import { forOperator } from './operator-row.ts'
import type { SignedInOperator } from './operator-session.ts'
import { requestsTable } from './requests-table.ts'
import { statusCards } from './status-cards.ts'

type Listed = { found: HomeownersDashboardResponse; days: StatusDay[] }

const list = async (
  app: App,
  { caller }: SignedInOperator,
  query: DashboardQuery,
): Promise<Listed | FilterProblem[]> => {
  try {
    const found = await perform(app, dashboard, { caller, input: query })
    return { found, days: await statusDays(app, caller) }
  } catch (error) {
    if (error instanceof Failure && error.details.fields)
      return error.details.fields.map(({ path }) => problemAt(path))
    throw error
  }
}

const firstRequest = {
  sandbox: true,
  intake: {
    email: 'ada@example.com',
    home: [{ street: '12 Oak Street', city: 'San Francisco', state: 'CA', zip: '94110' }],
  },
}

const nothingYet = ({ config: { publicUrl } }: App): Html => html`<div class="empty">
<h2>No requests yet</h2>
<p>Your agent creates the first one with a single call. This example uses the sandbox: it sends no email and contacts no carrier.</p>
<pre><code>${curlLine({ url: `${publicUrl}/api/agent/homeowners/quotes`, body: firstRequest })}</code></pre>
<p>The request appears here automatically, and the response says what’s still missing. <a href="/docs#homeownersQuotes">See the parameters</a></p>
</div>`

const nothingFound = html`<div class="empty">
<h2 id="list">No matching requests</h2>
<p>Check the IDs, choose another status, or <a href="/dashboard">show all requests</a>.</p>
</div>`

const isEmpty = ({ status_counts, property_count }: HomeownersDashboardResponse): boolean =>
  property_count === 0 && Object.values(status_counts).every(count => count === 0)

const titleOf = ({ property_count, filters: { status } }: HomeownersDashboardResponse): string => {
  const count = counted(property_count, 'property', 'properties')
  return status ? `${count}: ${STATUS_NAMES[status].toLowerCase()}` : count
}

const listView = ({ found, days }: Listed, asked: TypedFilters): Html => html`
${statusCards({ counts: found.status_counts, days, asked })}
<section aria-labelledby="list">
${filterForm({ asked, problems: [] })}
${found.properties.length === 0 ? nothingFound : html`<h2 id="list">${titleOf(found)}</h2>${requestsTable(found, asked)}`}
</section>`

const heading = (controls: Html | string) => html`<div class="row apart">
<h1>Requests</h1>
${controls}
</div>`

export const requestsPage = forOperator({
  path: '/dashboard',
  async respond(app, request, signedIn) {
    const asked = askedIn(request.query)
    const { query, problems } = readFilters(asked)
    const listed = query ? await list(app, signedIn, query) : problems
    const common = { title: 'Requests', at: '/dashboard' } as const
    if (Array.isArray(listed))
      return operatorPage(request, signedIn, {
        ...common,
        status: 400,
        body: html`${heading('')}${filterProblems(listed)}${filterForm({ asked, problems: listed })}`,
      })
    const url = dashboardUrl(asked)
    const body = isEmpty(listed.found) ? nothingYet(app) : listView(listed, asked)
    return operatorPage(request, signedIn, {
      ...common,
      body: html`${heading(liveControls(url))}${live(url, body)}`,
    })
  },
})
