import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from '../words/say.ts'

export type Milestone = { name: string; path?: string | null }

const item = ({ name, path }: Milestone, at: number, current: number): Html => {
  if (at === current) return html`<li aria-current="step"><span>${name}</span></li>`
  if (at > current) return html`<li><span>${name}</span></li>`
  const label = path ? html`<a href="${path}">${name}</a>` : html`<span>${name}</span>`
  return html`<li class="done">${label}<span class="hidden"> ${say('(done)')}</span></li>`
}

export const milestoneList = (
  milestones: readonly Milestone[],
  current: number,
): Html => html`<nav class="path${milestones.length > 5 ? ' long' : ''}" aria-label="${say('Your progress')}">
<ol>
${milestones.map((milestone, at) => item(milestone, at, current))}
</ol>
</nav>`
