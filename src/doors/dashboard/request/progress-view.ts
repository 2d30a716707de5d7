import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Badge } from '../../../products/line/record/status-book.ts'
import type { Premium } from '../../../products/line/requests.ts'
import type { WaitingOn } from '../../../products/line/wire/waiting-on.ts'
import { badge } from '../labels.ts'

const NEXT: Record<WaitingOn, string> = {
  operator: 'It’s your turn: send what’s missing.',
  homeowner: 'It’s the homeowner’s turn.',
  buyer: 'It’s the buyer’s turn.',
  email_proof: 'The person must confirm their email address.',
  carrier: 'Carriers are working on it.',
  staff: 'The agency is working on it.',
  payment: 'The buyer must pay.',
  nobody: '',
}

const PREMIUMS: Record<Premium['of'], string> = {
  policy: 'Premium',
  selection: 'Selected offer',
  lowest: 'Lowest offer',
}

const stepMark = (step: number, at: number): string => {
  if (step < at) return 'done'
  return step === at ? 'now' : 'next'
}

const step = (name: string, index: number, at: number) => {
  const mark = stepMark(index, at)
  return html`<li class="${mark}"${mark === 'now' ? html` aria-current="step"` : ''}>${name}${mark === 'done' ? html`<span class="hidden">, done</span>` : ''}</li>`
}

/** The milestones that the person sees. */
type Progress = { names: readonly string[]; current: number }

type Shown = {
  progress: Progress | null
  outcome: Badge
  waitingOn: WaitingOn
  premium: Premium | null
  summary: string
}

export const progressView = ({ progress, outcome, waitingOn, premium, summary }: Shown): Html => html`
${progress ? html`<ol class="progress" aria-label="Progress">${progress.names.map((name, index) => step(name, index, progress.current))}</ol>` : ''}
<p>${badge(outcome)} ${summary} <strong>${NEXT[waitingOn]}</strong></p>
${premium ? html`<p>${PREMIUMS[premium.of]}: <strong>${usd(premium.amount)}</strong> a year</p>` : ''}`

export const missingView = (categories: readonly string[], how: Html | string): Html => html`
<section class="card" aria-labelledby="missing">
<h2 id="missing">What’s missing</h2>
<ul>
${categories.map(category => html`<li>${category}</li>`)}
</ul>
<p class="soft small">${how}</p>
</section>`
