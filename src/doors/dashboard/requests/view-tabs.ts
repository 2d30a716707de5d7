import { html } from 'hono/html'
import type { Mode } from '../../../agency/carriers/contract/carrier.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { type View, views } from '../../../products/line/requests-store.ts'
import { dashboardUrl, modes, type TypedFilters } from './filters.ts'
import { MOST_COUNTED, type ViewCounts } from './find-requests.ts'

export const VIEW_NAMES: Record<View, string> = {
  attention: 'Needs attention',
  open: 'In progress',
  bound: 'Bound',
  ended: 'Ended',
}

const TONES: Record<View | 'all', string> = {
  all: '',
  attention: 'warning',
  open: 'info',
  bound: 'success',
  ended: '',
}

const countText = (count: number): string => (count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : String(count))

type Tabs = { counts: ViewCounts; mode: Mode; asked: TypedFilters }

const tab = (view: View | undefined, { counts, mode, asked }: Tabs) => {
  const { line, limit } = asked
  const name = view ?? 'all'
  return html`<li><a class="${TONES[name]}" href="${dashboardUrl({ mode, view, line, limit })}"${asked.view === view ? html` aria-current="true"` : ''}><span>${view ? VIEW_NAMES[view] : 'All'}</span> <strong>${countText(counts[name])}</strong></a></li>`
}

export const viewTabs = (tabs: Tabs): Html => html`<nav class="tabs" aria-label="Views">
<ul>
${[undefined, ...views].map(view => tab(view, tabs))}
</ul>
</nav>`

const MODE_NAMES: Record<Mode, string> = { live: 'Live', sandbox: 'Sandbox' }

export const modeSwitch = (
  mode: Mode,
  { line, view, limit }: TypedFilters,
): Html => html`<nav class="switch" aria-label="Live or sandbox">
${modes.map(
  each =>
    html`<a href="${dashboardUrl({ mode: each, view, line, limit })}"${each === mode ? html` aria-current="true"` : ''}>${MODE_NAMES[each]}</a>`,
)}
</nav>`
