import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Guide } from '../guides/guide.ts'
import type { DescribedService } from '../openapi.ts'
import { DOCS_SCRIPT, searchBox } from '../search-box.ts'
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
import { guideEntries, linkedFields, referenceEntries, searchOf } from './search-index.ts'
import { docsSearch } from './search-page.ts'

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
