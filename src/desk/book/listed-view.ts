import { html } from 'hono/html'
import { nameTitle } from '../../lib/name-words.ts'
import type { Html } from '../../pages/frame.ts'
import { moment } from '../../pages/moment.ts'
import type { Names } from '../staff/names.ts'
import type { Listed } from './listed.ts'

export const listedRow =
  (names: Names) =>
  ({ uid, line, status, owner, createdAt, person, erasedAt }: Listed) =>
    html`<tr>
<th scope="row" class="typed"><a href="/desk/book/${uid}">${person.name ?? (erasedAt ? 'Erased' : 'No name yet')}</a></th>
<td class="typed" data-label="Place">${person.place ?? '–'}</td>
<td data-label="Line">${nameTitle(line)}</td>
<td data-label="Status">${nameTitle(status)}</td>
<td data-label="Operator">${owner ? (names.get(owner) ?? owner) : 'Direct'}</td>
<td data-label="Created">${moment(createdAt)}</td></tr>`

export const listedTable = (caption: string, rows: Html[]) => html`<table class="stacks">
<caption class="hidden">${caption}</caption>
<thead><tr>${['Name', 'Place', 'Line', 'Status', 'Operator', 'Created'].map(name => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`
