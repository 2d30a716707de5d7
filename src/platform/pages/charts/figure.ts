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
