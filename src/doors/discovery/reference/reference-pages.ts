import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Budget } from '../../../platform/http/budgets/budget.ts'
import { type DocumentRequest, type DocumentRow, json } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { Guide } from '../guides/guide.ts'
import type { DescribedService } from '../openapi.ts'
import { DOCS_SCRIPT, SEARCH_PATH, searchBox, TYPED_SEARCH_PATH } from '../search-box.ts'
import { codeSpan, markdownTable, whereOf } from '../skills/skill.ts'
import { operationMarkdown } from './operation-markdown.ts'
import { methodBadge, operationNav, operationPage } from './operation-page.ts'
import {
  type ListedToolServer,
  operationIds,
  type Reference,
  readReference,
  referencePath,
} from './operations.ts'
import {
  guideEntries,
  linkedFields,
  referenceEntries,
  type Search,
  type SearchEntry,
  searchOf,
} from './search-index.ts'

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
const docsSearch = (searchIn: (app: App) => Promise<Search>): DocumentRow<App>[] => [
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

const LEDE = 'Every operation with its fields, errors, and a recorded example.'
const INDEX = '/docs/api'

const byUrl = <T>(make: (app: App) => T): ((app: App) => T) => {
  const made = new Map<string, T>()
  return app => {
    const { publicUrl } = app.config
    const known = made.get(publicUrl) ?? make(app)
    made.set(publicUrl, known)
    return known
  }
}

const indexPage = ({ groups }: Reference) =>
  page({
    title: 'API reference',
    developer: true,
    styles: ['reference.css'],
    inlineScript: DOCS_SCRIPT,
    share: { path: INDEX, description: LEDE },
    body: html`<div class="reference index">
<div class="reference-nav">
${searchBox()}
${operationNav(groups)}
</div>
<div>
<h1>API reference</h1>
<p class="lede">${LEDE}</p>
<p>Start with a <a href="/docs#guides">guide</a>. The same as OpenAPI: <a href="/openapi.yaml">complete</a>, <a href="/api/agent/openapi.yaml">for operators</a>, or <a href="/api/consumer/openapi.yaml">for shoppers’ assistants</a>.</p>
${groups.map(
  ({ tag, title, operations }) => html`
<section aria-labelledby="${tag}">
<h2 id="${tag}">${title}</h2>
<ul class="plain-list operation-list">
${operations.map(({ id, method, path, summary }) => html`<li id="${id}">${methodBadge(method)} <a href="${referencePath(id)}"><code>${path}</code></a><br><span class="soft">${summary}</span></li>`)}
</ul>
</section>`,
)}
</div>
</div>`,
  })

const indexMarkdown = ({ groups }: Reference, base: string): string =>
  [
    '# API reference',
    LEDE,
    ...groups.flatMap(({ title, operations }) => [
      `## ${title}`,
      markdownTable(
        ['Operation', 'Call', 'What it does'],
        operations.map(({ id, method, path, summary }) => [
          `[${id}](${base}${referencePath(id)})`,
          codeSpan(`${method} ${path}`),
          summary,
        ]),
      ),
    ]),
    '',
  ].join('\n\n')

type Parts = {
  describe: () => DescribedService
  table: Pick<DescribedService, 'rows' | 'endpoints'>
  servers: readonly ListedToolServer[]
  guides: readonly Guide[]
}

type ReferenceRows = { pages: DocumentRow<App>[]; search: DocumentRow<App>[] }

const operationIn = ({ groups }: Reference, id: string) => {
  const operation = groups.flatMap(({ operations }) => operations).find(one => one.id === id)
  if (!operation) throw new TypeError(`the contract has no operation ${id}`)
  return operation
}

export const referencePages = ({ describe, table, servers, guides }: Parts): ReferenceRows => {
  const read = byUrl(({ config }) => readReference(describe(), servers, config.publicUrl))
  const entriesOf = byUrl(app => referenceEntries(read(app)))
  const searchIn = byUrl(async app =>
    searchOf([...(await guideEntries(guides, whereOf(app))), ...entriesOf(app)]),
  )
  const operationRow = (id: string): DocumentRow<App> => ({
    path: referencePath(id),
    page: true,
    contract: null,
    markdown: app => operationMarkdown(read(app), operationIn(read(app), id), app.config.publicUrl),
    respond: byUrl(app =>
      operationPage(operationIn(read(app), id), app.config.publicUrl, {
        reference: read(app),
        links: linkedFields(entriesOf(app), id),
      }),
    ),
  })
  return {
    pages: [
      {
        path: INDEX,
        page: true,
        contract: null,
        markdown: app => indexMarkdown(read(app), app.config.publicUrl),
        respond: byUrl(app => indexPage(read(app))),
      },
      ...operationIds(table).map(operationRow),
    ],
    search: docsSearch(searchIn),
  }
}
