import { html } from 'hono/html'
import type { Html } from '../frame.ts'
import { linear } from './scale.ts'

export const gaugeChart = (share: number, words: string): Html => {
  const x = linear([0, 1], [0, 100])(Math.min(1, Math.max(0, share)))
  return html`<span class="chart gauge"><svg width="100%" height="18" aria-hidden="true" focusable="false">
<rect class="range" y="7" width="100%" height="4" rx="2"/>
<rect class="core" y="5" width="${x}%" height="8" rx="2"/>
</svg>${words}</span>`
}
