import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { Marked } from 'marked'
import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import { projectFile } from '../../../platform/project-file.ts'
import { searchBox } from '../search-box.ts'
import { type Guide, slug } from './guide.ts'
import { guideCards } from './guide-pages.ts'

export const AGENCY_GUIDES = '/docs/agency'

/** Files in `docs/` that the package carries, in the order of an agency's first year. */
const FILES = {
  'first-day': 'From an empty machine to one real policy, without programming.',
  'policy-year': 'What happens to a policy in a year, as the desk sees it.',
  operating: 'Settings, carriers, money, limits, backups, and keys.',
  runbook: 'What to do for each alert, for a failover, and for recovery.',
} as const

const pathOf = (name: string): string => `${AGENCY_GUIDES}/${name}`

/** A link to a file that the service does not show becomes plain words. */
const addressOf = (href: string): string | null => {
  if (/^(?:https?:|#|\/)/.test(href)) return href
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return Object.hasOwn(FILES, name) ? `${pathOf(name)}${anchor}` : null
}

const marked = new Marked({
  renderer: {
    heading({ tokens, text, depth }) {
      return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    link({ href, tokens }) {
      const [words, address] = [this.parser.parseInline(tokens), addressOf(href)]
      return address === null ? words : `<a href="${address}">${words}</a>`
    },
  },
})

const HEADING = /^# (.+)\n/

const guideIn = ([name, summary]: [string, string]): Guide => {
  const text = readFileSync(projectFile(`docs/${name}.md`), 'utf8')
  return {
    path: pathOf(name),
    title: HEADING.exec(text)?.[1] ?? name,
    summary,
    write: () => html`${raw(marked.parse(text.replace(HEADING, ''), { async: false }))}`,
  }
}

export const agencyGuides: readonly Guide[] = Object.entries(FILES).map(guideIn)

const LEDE =
  'For those who run Bindery as a licensed agency: the first day, a policy’s year, and the machine.'

export const agencyIndex: DocumentRow<App> = {
  path: AGENCY_GUIDES,
  page: true,
  contract: null,
  respond: () =>
    page({
      title: 'Run an agency',
      developer: true,
      styles: ['reference.css'],
      share: { path: AGENCY_GUIDES, description: LEDE },
      body: html`<h1>Run an agency</h1>
<p class="lede">${LEDE}</p>
${searchBox()}
${guideCards(agencyGuides)}`,
    }),
}
