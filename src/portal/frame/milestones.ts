import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'

export const milestoneList = (
  names: readonly string[],
  current: number,
): Html => html`<nav class="path${names.length > 5 ? ' long' : ''}" aria-label="Your progress">
<ol>
${names.map((name, at) => {
  if (at === current) return html`<li aria-current="step"><span>${name}</span></li>`
  return at < current
    ? html`<li class="done"><span>${name}</span><span class="hidden"> (done)</span></li>`
    : html`<li><span>${name}</span></li>`
})}
</ol>
</nav>`
