import { html } from 'hono/html'
import type { Act } from '../../../platform/audit/acts.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import type { Names } from '../staff/names.ts'
import { NONE, table } from './table.ts'

export const actsView = (acts: readonly Act[], names: Names = new Map()): Html =>
  acts.length === 0
    ? html`<p class="soft">Nothing has been decided yet.</p>`
    : table('History', [
        { name: 'When', cells: acts.map(({ at }) => moment(at)) },
        { name: 'What', cells: acts.map(({ act }) => nameTitle(act)) },
        { name: 'Who', cells: acts.map(({ actor }) => names.get(actor) ?? html`<code>${actor}</code>`) },
        { name: 'Why', isTyped: true, cells: acts.map(({ note }) => note ?? NONE) },
      ])
