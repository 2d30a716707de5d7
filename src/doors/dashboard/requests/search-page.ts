import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { operatorPage } from '../frame.ts'
import { badge } from '../labels.ts'
import { forOperator } from '../operator-row.ts'
import { foundView, SEARCH, searchField } from '../search-dialog.ts'
import { dashboardUrl, requestUrl } from './filters.ts'
import { type RequestRow, searchRequests } from './find-requests.ts'

const PLACES = [
  { name: 'Needs attention', url: dashboardUrl({ view: 'attention' }) },
  { name: 'Requests in progress', url: dashboardUrl({ view: 'open' }) },
  { name: 'Bound policies', url: dashboardUrl({ view: 'bound' }) },
  { name: 'Sandbox requests', url: dashboardUrl({ mode: 'sandbox' }) },
  { name: 'Keys', url: '/dashboard/key' },
  { name: 'Rotate the key', url: '/dashboard/key/rotate' },
  { name: 'Docs', url: '/docs' },
  { name: 'API reference', url: '/docs/api' },
]

const placesFor = (text: string) =>
  PLACES.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))

const requestLine = ({ uid, title, kind, outcome }: RequestRow) => html`<li>
<a href="${requestUrl(uid)}">${title}</a> ${badge(outcome)}
<span class="soft small">${kind} · <code>${uid}</code></span>
</li>
`

type Found = { requests: readonly RequestRow[]; places: typeof PLACES }

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`]

const summaryOf = (text: string, { requests, places }: Found): string =>
  [...counted(requests.length, 'request'), ...counted(places.length, 'page')].join(', ') ||
  `Nothing matches “${text}”. Try part of an ID, a city, or a ZIP.`

const results = ({
  requests,
  places,
}: Found): Html => html`${requests.length > 0 ? html`<h2>Requests</h2><ul class="plain-list results">${requests.map(requestLine)}</ul>` : ''}
${places.length > 0 ? html`<h2>Pages</h2><ul class="plain-list results">${places.map(({ name, url }) => html`<li><a href="${url}">${name}</a></li>`)}</ul>` : ''}`

export const searchPage = forOperator({
  path: SEARCH,
  async respond(app, request, signedIn) {
    const text = ([request.query.q ?? ''].flat()[0] ?? '').trim().slice(0, 100)
    const requests = text === '' ? [] : await searchRequests(app, signedIn.caller, text)
    const found = { requests, places: placesFor(text) }
    return operatorPage(request, signedIn, {
      title: 'Search',
      at: SEARCH,
      body: html`<div class="narrow">
<h1>Search</h1>
<form action="${SEARCH}" method="get" role="search" aria-label="Search requests">
${searchField(text)}
<p><button>Search</button></p>
</form>
${foundView(summaryOf(text, found), results(found))}
</div>`,
    })
  },
})
