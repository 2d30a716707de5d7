import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import { say, sayKnown } from '../words/say.ts'

export const milestoneList = (
  names: readonly string[],
  current: number,
): Html => html`<nav class="path${names.length > 5 ? ' long' : ''}" aria-label="${say('Your progress')}">
<ol>
${names.map((name, at) => {
  if (at === current) return html`<li aria-current="step"><span>${sayKnown(name)}</span></li>`
  return at < current
    ? html`<li class="done"><span>${sayKnown(name)}</span><span class="hidden"> ${say('(done)')}</span></li>`
    : html`<li><span>${sayKnown(name)}</span></li>`
})}
</ol>
</nav>`
