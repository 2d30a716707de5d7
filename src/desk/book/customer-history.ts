import { html } from 'hono/html'
import { moment, words } from '../cards.ts'
import { table } from '../table.ts'
import type { Customer } from './customer.ts'
import { listedRow, listedTable } from './search-page.ts'
import type { Section } from './section.ts'

const MOST = 100

const NAMED = 5

const changedWords = ({ changed }: { changed?: unknown }): string => {
  if (!Array.isArray(changed) || changed.length === 0) return ''
  const named = changed.slice(0, NAMED).map(name => String(name).replaceAll('_', ' '))
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : ''
  return `: ${named.join(', ')}${more}`
}

export const historySection = ({ history, names, problem }: Customer): Section => ({
  id: 'history',
  title: 'History',
  count: history.length,
  body: html`${
    problem
      ? html`<p class="callout danger">The history was changed outside the service: ${problem}. Tell the person who runs the service.</p>`
      : ''
  }<ol class="timeline" reversed>${history
    .toReversed()
    .slice(0, MOST)
    .map(
      ({ event, facts, actor, at }) => html`<li><p>${words(event)}${changedWords(facts)}</p>
<p class="soft small">${names.get(actor) ?? actor} · ${moment(at)}</p></li>`,
    )}</ol>${history.length > MOST ? html`<p class="soft">${history.length - MOST} earlier steps are in the audit export.</p>` : ''}`,
})

const READ_WORDS: Readonly<Record<string, string>> = {
  found: 'Found in a search',
  customer: 'Opened this page',
  export: 'Exported the audit file',
  document: 'Opened a document',
}

export const readsSection = ({ reads, names }: Customer): Section => ({
  id: 'reads',
  title: 'Who looked',
  count: reads.length,
  body: table('Who looked', [
    { name: 'Who', cells: reads.map(({ read_by }) => names.get(read_by) ?? read_by) },
    { name: 'What', cells: reads.map(({ what }) => READ_WORDS[what] ?? what) },
    { name: 'When', cells: reads.map(({ read_at }) => moment(read_at)) },
  ]),
})

export const othersSection = ({
  others,
  isProven,
  names,
}: Customer) => html`<section aria-labelledby="others">
<h2 id="others">Other applications of this person</h2>
${
  others.length > 0
    ? listedTable('Other applications', others.map(listedRow(names)))
    : html`<p class="soft">${
        isProven
          ? 'None with the same proven email address.'
          : 'Not known: this person has not proven the email address, so we don’t link applications by it.'
      }</p>`
}</section>`
