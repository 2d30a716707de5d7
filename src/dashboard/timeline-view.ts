import { html } from 'hono/html'
import type { HistoryStep, Who } from '../homeowners/dashboard/status-history.ts'
import type { Html } from '../pages/frame.ts'
import { statusBadge, timeOf } from './labels.ts'

const MOST = 50

const NAMES: Record<Who, string> = { operator: 'You', homeowner: 'Homeowner', service: 'Bindery' }

const stepView = ({
  at,
  words,
  who,
  times,
  status,
}: HistoryStep) => html`<li${status ? html` class="turn"` : ''}>
<p>${words}${times > 1 ? `, ${times} times` : ''} ${status ? statusBadge(status) : ''}</p>
<p class="soft small">${NAMES[who]} · ${timeOf(at)}</p>
</li>
`

export const timelineView = (steps: readonly HistoryStep[]): Html => html`<section aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="timeline" reversed>
${steps.toReversed().slice(0, MOST).map(stepView)}</ol>
${steps.length > MOST ? html`<p class="soft small">${steps.length - MOST} earlier steps are not shown.</p>` : ''}
</section>`
