import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { DOCS_SCRIPT, searchBox } from '../search-box.ts'
import { whereOf } from '../skills/skill.ts'
import { authGuide } from './auth-guide.ts'
import { carriersGuide } from './carriers-guide.ts'
import { cliGuide } from './cli-guide.ts'
import { clientGuide } from './client-guide.ts'
import { consumerGuide } from './consumer-guide.ts'
import type { Guide } from './guide.ts'
import { guideMarkdown } from './guide-markdown.ts'
import { homeownersGuide } from './homeowners-guide.ts'
import { type McpServer, mcpGuide } from './mcp-guide.ts'
import { quickstartGuide } from './quickstart-guide.ts'
import { umbrellaGuide } from './umbrella-guide.ts'

export const guidesOf = (servers: readonly McpServer[]): readonly Guide[] => [
  quickstartGuide,
  authGuide,
  homeownersGuide,
  umbrellaGuide,
  consumerGuide,
  mcpGuide(servers),
  clientGuide,
  cliGuide,
  carriersGuide,
]

export const guideCards = (guides: readonly Guide[]): Html => html`<div class="grid">
${guides.map(({ path, title, summary }) => html`<div class="card bound"><h3><a href="${path}">${title}</a></h3><p>${summary}</p></div>`)}
</div>`

const link = ({ path, title }: Guide, current: Guide): Html =>
  html`<li><a href="${path}"${path === current.path ? html` aria-current="page"` : ''}>${title}</a></li>`

const neighbors = (guides: readonly Guide[], at: number): Html => {
  const [before, after] = [guides[at - 1], guides[at + 1]]
  return html`<nav class="neighbors" aria-label="Previous and next guide">
${before ? html`<a href="${before.path}" rel="prev"><span class="soft">Previous</span> ${before.title}</a>` : ''}
${after ? html`<a href="${after.path}" rel="next"><span class="soft">Next</span> ${after.title}</a>` : html`<a href="/docs/api" rel="next"><span class="soft">Next</span> API reference</a>`}
</nav>`
}

export const guidePages = (guides: readonly Guide[]): DocumentRow<App>[] =>
  guides.map((guide, at) => ({
    path: guide.path,
    page: true,
    contract: null,
    markdown: app => guideMarkdown(guide, whereOf(app)),
    respond: app =>
      page({
        title: guide.title,
        developer: true,
        styles: ['reference.css'],
        inlineScript: DOCS_SCRIPT,
        share: { path: guide.path, description: guide.summary },
        body: html`<h1>${guide.title}</h1>
<p class="lede">${guide.summary}</p>
${searchBox()}
<div class="with-contents">
<nav class="contents" aria-label="Guides"><ul>
${guides.map(each => link(each, guide))}
<li><a href="/docs">All docs</a></li>
</ul></nav>
<div>
${guide.write(whereOf(app))}
${neighbors(guides, at)}
</div>
</div>`,
      }),
  }))
