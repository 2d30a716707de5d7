import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import type { Badge } from '../../../products/line/record/status-book.ts'
import { badge, timeOf } from '../labels.ts'

const MOST = 50

export type TimelineStep = {
  at: Date
  words: string
  who: string
  times: number
  outcome: Badge | null
}

const stepView = ({
  at,
  words,
  who,
  times,
  outcome,
}: TimelineStep) => html`<li${outcome ? html` class="turn"` : ''}>
<p>${words}${times > 1 ? `, ${times} times` : ''} ${outcome ? badge(outcome) : ''}</p>
<p class="soft small">${who} · ${timeOf(at)}</p>
</li>
`

export const timelineView = (steps: readonly TimelineStep[]): Html => html`<section aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="timeline" reversed>
${steps.toReversed().slice(0, MOST).map(stepView)}</ol>
${steps.length > MOST ? html`<p class="soft small">${steps.length - MOST} earlier steps are not shown.</p>` : ''}
</section>`
