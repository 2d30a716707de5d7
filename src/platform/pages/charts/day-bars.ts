import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { hundredths, linear } from './figure.ts'

export type DayBars = {
  label: string
  values: readonly number[]
  most: number
}

const HEIGHT = 44
const GAP = 0.3

export const dayBarsLayout = ({ values, most }: Pick<DayBars, 'values' | 'most'>) => {
  const step = 100 / values.length
  const height = linear([0, Math.max(1, most)], [0, HEIGHT])
  return values.map((value, at) => {
    const tall = value === 0 ? 0 : Math.max(3, height(value))
    return { x: hundredths(at * step), width: hundredths(step * (1 - GAP)), y: HEIGHT - tall, height: tall }
  })
}

export const dayBars = (
  bars: DayBars,
): Html => html`<svg class="day-bars" role="img" aria-label="${bars.label}" width="100%" height="${HEIGHT + 2}">
${dayBarsLayout(bars)
  .filter(({ height }) => height > 0)
  .map(
    ({ x, width, y, height }) => html`<rect x="${x}%" y="${y}" width="${width}%" height="${height}" rx="1"/>`,
  )}
<line x1="0" x2="100%" y1="${HEIGHT + 1}" y2="${HEIGHT + 1}"/>
</svg>`
