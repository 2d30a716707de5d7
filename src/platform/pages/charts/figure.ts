import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { say } from '../say.ts'

export type Cell = string | number | Html
export type DataTable = { columns: readonly string[]; rows: readonly (readonly Cell[])[] }

export type Drawing = {
  id: string
  title: string
  description: string | Html
  height: number
  shapes: readonly Html[]
  legend?: Html
  table: DataTable
}

const row = (
  columns: readonly string[],
  [name, ...cells]: readonly Cell[],
) => html`<tr><th scope="row">${name}</th>${cells.map(
  (cell, at) => html`<td data-label="${columns[at + 1]}">${cell}</td>`,
)}</tr>
`

export const dataTable = ({ columns, rows }: DataTable): Html => html`<table class="stacks small">
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map(cells => row(columns, cells))}</tbody>
</table>`

/** Horizontal positions are percentages and vertical ones pixels, so it fills any width. */
export const figure = ({ id, title, description, height, shapes, legend, table }: Drawing): Html => html`
<figure class="chart">
<figcaption><h3>${title}</h3></figcaption>
<svg role="img" aria-labelledby="${id}-title ${id}-description" width="100%" height="${height}">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
${shapes}
</svg>
${legend ?? ''}
<details><summary>${say('Show as a table')}</summary>
${dataTable(table)}
</details>
</figure>`

export type Scale = (value: number) => number

export const hundredths = (value: number): number => Math.round(value * 100) / 100

export const linear =
  ([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale =>
  value =>
    hundredths(to === from ? start : start + ((value - from) / (to - from)) * (end - start))

const STEPS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10]

export const ticks = (most: number, count = 5): number[] => {
  const rough = Math.max(most, 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find(times => times * power >= rough * 0.999) ?? 10) * power
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, at) => at * step)
}

export const shortDollars = (amount: number): string => {
  if (amount < 1000) return `$${Math.round(amount)}`
  return amount < 1_000_000 ? `$${Number((amount / 1000).toFixed(1))}k` : `$${amount / 1_000_000}M`
}
