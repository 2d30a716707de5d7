import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { say } from '../say.ts'
import { figure, hundredths, linear, type Scale, shortDollars, ticks } from './figure.ts'

export type RangeBar = {
  label: string
  low: number
  mid: number
  high: number
  core?: readonly [number, number]
  strong?: boolean
}

export type RangeBars = {
  id: string
  title: string
  description: string
  bars: readonly RangeBar[]
  money: (amount: number) => string
  rowName: string
  reading: string
}

const ROW = 50
const AXIS = 26

export const rangeBarsLayout = (bars: readonly RangeBar[]) => {
  const marks = ticks(Math.max(...bars.map(({ high }) => high)), 4)
  const x = linear([0, marks.at(-1) ?? 1], [0, 100])
  return {
    height: bars.length * ROW + AXIS,
    marks: marks.map(value => ({ value, x: x(value) })),
    bars: bars.map((bar, at) => ({ bar, top: at * ROW, x })),
  }
}

const span = (
  kind: string,
  [from, to]: readonly [number, number],
  [top, height]: readonly [number, number],
) =>
  html`<rect class="${kind}" x="${from}%" y="${top}" width="${hundredths(to - from)}%" height="${height}" rx="2"/>`

const drawBar = (
  { label, low, mid, high, core, strong }: RangeBar,
  { top, x, money }: { top: number; x: Scale; money: RangeBars['money'] },
) => html`<g class="${strong ? 'strong' : ''}">
<text x="0" y="${top + 16}">${label}</text>
<text x="100%" y="${top + 16}" text-anchor="end"><tspan class="value">${money(mid)}</tspan><tspan class="soft wide-only"> ${money(low)}–${money(high)}</tspan></text>
${span('range', [x(low), x(high)], core ? [top + 29, 6] : [top + 26, 12])}
${core ? span('core', [x(core[0]), x(core[1])], [top + 25, 14]) : ''}
<line class="mid" x1="${x(mid)}%" x2="${x(mid)}%" y1="${top + 23}" y2="${top + 41}" stroke-width="4"/>
</g>
`

const anchorAt = (x: number): string => {
  if (x < 2) return 'start'
  return x > 98 ? 'end' : 'middle'
}

const drawMark = ({ value, x }: { value: number; x: number }, height: number) => html`
<line class="grid" x1="${x}%" x2="${x}%" y1="22" y2="${height - AXIS + 4}"/>
<text class="soft" x="${x}%" y="${height - 6}" text-anchor="${anchorAt(x)}">${shortDollars(value)}</text>`

export const rangeBars = ({ id, title, description, bars, money, rowName, reading }: RangeBars): Html => {
  const layout = rangeBarsLayout(bars)
  const cored = bars.some(({ core }) => core)
  const inner = (bar: RangeBar, at: 0 | 1): string[] => (cored ? [bar.core ? money(bar.core[at]) : '–'] : [])
  return figure({
    id,
    title,
    description,
    height: layout.height,
    shapes: [
      ...layout.marks.map(mark => drawMark(mark, layout.height)),
      ...layout.bars.map(({ bar, top, x }) => drawBar(bar, { top, x, money })),
    ],
    legend: html`<p class="soft small">${reading}</p>`,
    table: {
      columns: [
        rowName,
        say('Low'),
        ...(cored ? [say('Lower quarter')] : []),
        say('Middle'),
        ...(cored ? [say('Upper quarter')] : []),
        say('High'),
      ],
      rows: bars.map(bar => [
        bar.label,
        money(bar.low),
        ...inner(bar, 0),
        money(bar.mid),
        ...inner(bar, 1),
        money(bar.high),
      ]),
    },
  })
}
