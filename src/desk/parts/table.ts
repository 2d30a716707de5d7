import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'

type Column = { name: string; cells: (string | Html)[]; isTyped?: true }

export const NONE = '–'

export const table = (caption: string, columns: readonly Column[]) => {
  const [first, ...others] = columns
  return html`<table class="stacks">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${first?.cells.map(
    (head, row) =>
      html`<tr><th scope="row" class="typed">${head}</th>${others.map(({ name, cells, isTyped }) => html`<td${isTyped ? html` class="typed"` : ''} data-label="${name}">${cells[row] ?? NONE}</td>`)}</tr>`,
  )}</tbody></table>`
}
