import { html } from 'hono/html'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
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

export type DeskFact = { label: string; value: string | Html }

export const facts = (items: readonly DeskFact[]) =>
  html`<dl class="facts">${items.map(({ label, value }) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`

const SHOWN = 25

export const pageAsked = (
  { query }: Pick<DocumentRequest, 'query'>,
  list: string,
  limit = SHOWN,
): PageAsked => {
  const after = String(query[list] ?? '')
  return { after: /^\w[\w.:/-]{0,199}$/.test(after) ? after : null, limit }
}

type Next = { path: string; list: string; next: string | null; words?: string }

export const nextLink = ({ path, list, next, words = `More ${list}` }: Next) =>
  next === null
    ? ''
    : html`<p><a href="${path}${path.includes('?') ? '&' : '?'}${list}=${encodeURIComponent(next)}#${list}">${words}</a></p>`
