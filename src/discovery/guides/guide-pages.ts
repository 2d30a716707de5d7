import { html } from 'hono/html'
import type { App } from '../../app.ts'
import type { DocumentRow } from '../../http/pages/document.ts'
import { type Html, page } from '../../pages/frame.ts'
import { whereOf } from '../skills/skill.ts'
import { authGuide } from './auth-guide.ts'
import { carriersGuide } from './carriers-guide.ts'
import { cliGuide } from './cli-guide.ts'
import { clientGuide } from './client-guide.ts'
import { consumerGuide } from './consumer-guide.ts'
import type { Guide } from './guide.ts'
import { homeownersGuide } from './homeowners-guide.ts'
import { type McpServer, mcpGuide } from './mcp-guide.ts'
import { umbrellaGuide } from './umbrella-guide.ts'

export const guidesOf = (servers: readonly McpServer[]): readonly Guide[] => [
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

export const guidePages = (guides: readonly Guide[]): DocumentRow<App>[] =>
  guides.map(guide => ({
    path: guide.path,
    page: true,
    contract: null,
    respond: app =>
      page({
        title: guide.title,
        body: html`<h1>${guide.title}</h1>
<p class="lede">${guide.summary}</p>
<div class="with-contents">
<nav class="contents" aria-label="Guides"><ul>
${guides.map(each => link(each, guide))}
<li><a href="/docs">All docs</a></li>
</ul></nav>
<div>
${guide.write(whereOf(app))}
</div>
</div>`,
      }),
  }))
