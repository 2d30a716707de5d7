import { readFileSync } from 'node:fs'
import { html, raw } from 'hono/html'
import { Marked } from 'marked'
import type { App } from '../../../platform/app.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import { projectFile } from '../../../platform/project-file.ts'
import { searchBox } from '../search-box.ts'
import { type Guide, slug } from './guide.ts'
import { guideCards, guidePages } from './guide-pages.ts'

const AGENCY_GUIDES = '/docs/agency'

const textOf = (name: string): string => readFileSync(projectFile(`docs/${name}.md`), 'utf8')

/** What `operating.md` lists: the file and what is in it. */
const PARTS = [...textOf('operating').matchAll(/\]\((operating\/[\w-]+)\.md\) \| (.+) \|$/gm)].map(
  ([, name = '', about = '']): [string, string] => [name, `${about.replaceAll('`', '')}.`],
)

/** Files in `docs/` that the package carries, in the order of an agency's first year. */
const FILES: ReadonlyMap<string, string> = new Map([
  ['first-day', 'From an empty machine to one real policy, without programming.'],
  ['policy-year', 'What happens to a policy in a year, as the desk sees it.'],
  ['operating', 'Where each part of running the service is described.'],
  ...PARTS,
  ['runbook', 'What to do for each alert, for a failover, and for recovery.'],
])

const pathOf = (name: string): string => `${AGENCY_GUIDES}/${name}`

/** A link to a file that the service does not show becomes plain words. */
const addressOf = (from: string, href: string): string | null => {
  if (/^(?:https?:|#|\/)/.test(href)) return href
  const { pathname, hash } = new URL(href, `file:///${from}`)
  const name = pathname.slice(1).replace(/\.md$/, '')
  return FILES.has(name) ? `${pathOf(name)}${hash}` : null
}

const markedFor = (from: string): Marked =>
  new Marked({
    renderer: {
      heading({ tokens, text, depth }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const [words, address] = [this.parser.parseInline(tokens), addressOf(from, href)]
        return address === null ? words : `<a href="${address}">${words}</a>`
      },
    },
  })

const HEADING = /^# (.+)\n/

const guideIn = ([name, summary]: [string, string]): Guide => {
  const text = textOf(name)
  return {
    path: pathOf(name),
    title: HEADING.exec(text)?.[1] ?? name,
    summary,
    write: () => html`${raw(markedFor(name).parse(text.replace(HEADING, ''), { async: false }))}`,
  }
}

export const agencyGuides: readonly Guide[] = [...FILES].map(guideIn)

const LEDE =
  'For those who run Bindery as a licensed agency: the first day, a policy’s year, and the machine.'

const index: DocumentRow<App> = {
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

const deskHelp: DocumentRow<App> = {
  path: '/desk/help',
  page: true,
  contract: null,
  respond: () => redirect(AGENCY_GUIDES),
}

export const agencyPages: readonly DocumentRow<App>[] = [index, deskHelp, ...guidePages(agencyGuides)]
