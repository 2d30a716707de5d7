import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Budget } from '../../../platform/http/budgets/budget.ts'
import { type DocumentRequest, type DocumentRow, json } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { SEARCH_PATH, searchBox, TYPED_SEARCH_PATH } from '../search-box.ts'
import type { Search, SearchEntry } from './search-index.ts'

const budget: Budget = { name: 'docs_search', points: 240, seconds: 60, by: 'address', leased: true }

const MOST_RESULTS = 60
const MOST_TYPED = 12
const LONGEST_QUERY = 100

const result = ({ kind, title, text, url }: SearchEntry): Html =>
  html`<li><a href="${url}"><code>${title}</code></a> <span class="badge">${kind}</span><br><span class="soft">${text}</span></li>`

const results = (entries: readonly SearchEntry[], query: string): Html => {
  if (query === '') return html`<p>Enter the name of an operation, a field, or an error code.</p>`
  if (entries.length === 0)
    return html`<p>Nothing matches “${query}”. Try one word, such as <a href="${SEARCH_PATH}?q=offers">offers</a>.</p>`
  return html`<p>${entries.length} ${entries.length === 1 ? 'result' : 'results'} for “${query}”${entries.length > MOST_RESULTS ? `, the first ${MOST_RESULTS} shown` : ''}.</p>
<ul class="plain-list docs-results">${entries.slice(0, MOST_RESULTS).map(result)}</ul>`
}

const queryIn = ({ query: { q } }: DocumentRequest): string =>
  ([q ?? ''].flat()[0] ?? '').trim().slice(0, LONGEST_QUERY)

/** As a page, and for the search box as somebody types. */
export const docsSearch = (searchIn: (app: App) => Promise<Search>): DocumentRow<App>[] => [
  {
    path: SEARCH_PATH,
    page: true,
    contract: null,
    budget,
    async respond(app, request) {
      const query = queryIn(request)
      return page({
        title: 'Search the docs',
        developer: true,
        styles: ['reference.css'],
        body: html`<div class="narrow">
<h1>Search the docs</h1>
${searchBox(query)}
${results((await searchIn(app))(query), query)}
</div>`,
      })
    },
  },
  {
    path: TYPED_SEARCH_PATH,
    page: false,
    contract: null,
    budget,
    async respond(app, request) {
      const found = (await searchIn(app))(queryIn(request))
      return json({
        count: found.length,
        results: found.slice(0, MOST_TYPED).map(({ kind, title, text, url }) => ({ kind, title, text, url })),
      })
    },
  },
]
