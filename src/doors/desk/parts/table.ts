import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'

type Column = { name: string; cells: (string | Html)[]; isTyped?: true; isAction?: true }

export const NONE = '–'

const heading = ({ name, isAction }: Column) =>
  html`<th scope="col">${isAction ? html`<span class="hidden">${name}</span>` : name}</th>`

const cell = ({ name, cells, isTyped, isAction }: Column, row: number) =>
  html`<td${isTyped ? html` class="typed"` : ''}${isAction ? '' : html` data-label="${name}"`}>${cells[row] ?? NONE}</td>`

export const table = (caption: string, columns: readonly Column[]) => {
  const [first, ...others] = columns
  return html`<table class="stacks">
<caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(heading)}</tr></thead>
<tbody>${first?.cells.map(
    (head, row) =>
      html`<tr><th scope="row" class="typed">${head}</th>${others.map(column => cell(column, row))}</tr>`,
  )}</tbody></table>`
}
