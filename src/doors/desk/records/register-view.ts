import { html } from 'hono/html'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { nextLink } from '../parts/paging.ts'
import { listSection } from '../parts/section.ts'
import { table } from '../parts/table.ts'
import type { Register } from './register.ts'

const recordLink = (uid: string): Html => html`<a href="/desk/records/${uid}"><code>${uid}</code></a>`

export const registerView = ({ holds, acts, names }: Register): Html => html`${listSection({
  id: 'holds',
  title: 'Legal holds in force',
  list: holds,
  empty: 'No legal hold is in force.',
  more: nextLink({ path: '/desk/records', list: 'holds', next: holds.next, words: 'Later holds' }),
  draw: shown =>
    table('Legal holds in force', [
      { name: 'Record', cells: shown.map(({ uid }) => recordLink(uid)) },
      { name: 'Placed', cells: shown.map(({ placed_at }) => moment(placed_at)) },
      { name: 'By', cells: shown.map(({ placed_by }) => names.get(placed_by) ?? placed_by) },
    ]),
})}
${listSection({
  id: 'decisions',
  title: 'Complaints, holds and erasures',
  list: acts,
  empty: 'Nothing has been recorded yet.',
  lead: html`<p><a href="/desk/records/register.csv" download>Download all of them (CSV)</a></p>`,
  more: nextLink({ path: '/desk/records', list: 'decisions', next: acts.next, words: 'Earlier ones' }),
  draw: shown =>
    table('Complaints, holds and erasures', [
      { name: 'When', cells: shown.map(({ at }) => moment(at)) },
      { name: 'What', cells: shown.map(({ act }) => nameTitle(act)) },
      { name: 'Record', cells: shown.map(({ about }) => recordLink(about)) },
      { name: 'By', cells: shown.map(({ actor }) => names.get(actor) ?? actor) },
    ]),
})}`
