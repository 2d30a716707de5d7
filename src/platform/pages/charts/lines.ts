import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { type DataTable, figure, linear, shortDollars, ticks } from './figure.ts'

export type Point = readonly [x: number, y: number]
type Series = { name: string; points: readonly Point[] }

export type LineChart = {
  id: string
  title: string
  description: string
  series: readonly Series[]
  along: readonly number[]
  alongLabel: string
  nameAlong: (value: number) => string
  marks?: readonly Mark[]
  spots?: readonly { x: number; y: number; label: string }[]
  table: DataTable
}

const LEFT = 13
const HEIGHT = 230
const MARK_ROW = 20
const AXIS = 46

export const linesLayout = ({ series, along, marks = [] }: LineChart) => {
  const top = 12 + marks.length * MARK_ROW
  const levels = ticks(Math.max(1, ...series.flatMap(({ points }) => points.map(([, y]) => y))), 5)
  return {
    top,
    bottom: top + HEIGHT,
    height: top + HEIGHT + AXIS,
    levels,
    x: linear([along[0] ?? 0, along.at(-1) ?? 1], [LEFT, 98]),
    y: linear([0, levels.at(-1) ?? 1], [top + HEIGHT, top]),
  }
}

type Layout = ReturnType<typeof linesLayout>

const drawSeries = ({ points }: Series, at: number, { x, y }: Layout) =>
  points.slice(1).map(([toX, toY], before) => {
    const [fromX, fromY] = points[before] ?? [toX, toY]
    return html`<line class="series s${at + 1}" x1="${x(fromX)}%" y1="${y(fromY)}" x2="${x(toX)}%" y2="${y(toY)}"/>`
  })

const drawLevel = (value: number, { y }: Layout) => html`
<line class="grid" x1="${LEFT}%" x2="98%" y1="${y(value)}" y2="${y(value)}"/>
<text class="soft" x="${LEFT - 2}%" y="${y(value) + 5}" text-anchor="end">${shortDollars(value)}</text>`

type Mark = { x: number; label: string }

const markRow = (row: number): number => 14 + row * MARK_ROW

const drawMarkLine = ({ x }: Mark, row: number, layout: Layout) =>
  html`<line class="mark" x1="${layout.x(x)}%" x2="${layout.x(x)}%" y1="${markRow(row) + 5}" y2="${layout.bottom}"/>`

const anchorAt = (place: number): string => {
  if (place > 60) return 'end'
  return place < 35 ? 'start' : 'middle'
}

const drawMarkLabel = ({ x, label }: Mark, row: number, layout: Layout) => {
  const place = layout.x(x)
  return html`<text class="name" x="${place}%" y="${markRow(row)}" text-anchor="${anchorAt(place)}">${label}</text>`
}

const legend = (series: readonly Series[]) => html`<ul class="legend small">
${series.map(
  ({ name }, at) =>
    html`<li><svg width="34" height="10" aria-hidden="true" focusable="false"><line class="series s${at + 1}" x1="2" x2="32" y1="5" y2="5"/></svg> ${name}</li>`,
)}
</ul>`

export const lineChart = (chart: LineChart): Html => {
  const layout = linesLayout(chart)
  const {
    id,
    title,
    description,
    series,
    along,
    alongLabel,
    nameAlong,
    marks = [],
    spots = [],
    table,
  } = chart
  return figure({
    id,
    title,
    description,
    height: layout.height,
    shapes: [
      ...layout.levels.map(value => drawLevel(value, layout)),
      ...along.map(
        value =>
          html`<text class="soft" x="${layout.x(value)}%" y="${layout.bottom + 20}" text-anchor="middle">${nameAlong(value)}</text>`,
      ),
      html`<text class="soft" x="98%" y="${layout.height - 5}" text-anchor="end">${alongLabel}</text>`,
      ...marks.map((mark, row) => drawMarkLine(mark, row, layout)),
      ...marks.map((mark, row) => drawMarkLabel(mark, row, layout)),
      ...series.flatMap((one, at) => drawSeries(one, at, layout)),
      ...spots.map(
        ({ x, y, label }) =>
          html`<circle class="spot" cx="${layout.x(x)}%" cy="${layout.y(y)}" r="6"><title>${label}</title></circle>`,
      ),
    ],
    legend: legend(series),
    table,
  })
}
