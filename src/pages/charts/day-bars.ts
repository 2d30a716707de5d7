import { html } from 'hono/html'
import type { Html } from '../frame.ts'
import { linear } from './scale.ts'

export type DayBars = {
  /** What a person who cannot see the drawing should know of it. */
  label: string
  values: readonly number[]
  /** The value that fills the whole height; the same for drawings that are compared. */
  most: number
}

const HEIGHT = 44
const GAP = 0.3

const hundredths = (value: number): number => Math.round(value * 100) / 100

/** Where everything stands; apart from the drawing, so that it can be checked. A day with anything at all is seen. */
export const dayBarsLayout = ({ values, most }: Pick<DayBars, 'values' | 'most'>) => {
  const step = 100 / values.length
  const height = linear([0, Math.max(1, most)], [0, HEIGHT])
  return values.map((value, at) => {
    const tall = value === 0 ? 0 : Math.max(3, height(value))
    return { x: hundredths(at * step), width: hundredths(step * (1 - GAP)), y: HEIGHT - tall, height: tall }
  })
}

/** A small bar for each day, without letters: for a card that says the rest. */
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
