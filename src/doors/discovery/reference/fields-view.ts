import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import type { FieldNode, FieldTree } from './schema-fields.ts'

export type Side = { at: 'request' | 'response' }

export const fieldAnchor = ({ at }: Side, { anchor }: Pick<FieldNode, 'anchor'>): string => `${at}.${anchor}`

const isEmpty = ({ fields, formats }: FieldTree): boolean => fields.length + formats.length === 0

const presence = ({ at }: Side, required: boolean): Html | string => {
  if (at === 'request') return required ? html` <strong>required</strong>` : ''
  return required ? '' : ' · optional'
}

const MANY_VALUES = 12

const valueList = (values: readonly string[]): Html => {
  const codes = html`${values.map(value => html`<code>${value}</code> `)}`
  return values.length > MANY_VALUES
    ? html`<details><summary>${values.length} values</summary>${codes}</details>`
    : html`<p class="values">${codes}</p>`
}

type Draw = { side: Side; links: ReadonlySet<string> }

const inside = (draw: Draw, { path, inside: tree }: FieldNode): Html | string => {
  if (isEmpty(tree)) return ''
  const count = tree.fields.length
  const words = count > 0 ? `${count} ${count === 1 ? 'field' : 'fields'}` : `${tree.formats.length} formats`
  return html`<details><summary>${words}<span class="hidden"> of ${path}</span></summary>${fieldList(draw, tree)}</details>`
}

const item = (draw: Draw, field: FieldNode): Html => {
  const { name, type, required, description, values, limits, aliases } = field
  const id = fieldAnchor(draw.side, field)
  return html`<li${draw.links.has(id) ? html` id="${id}"` : ''}><code>${name}</code> <span>${type}${limits ? `, ${limits}` : ''}${presence(draw.side, required)}</span>
${description ? html`<p>${description}</p>` : ''}${aliases.length > 0 ? html`<p>Also accepted as ${aliases.map(alias => html`<code>${alias}</code> `)}</p>` : ''}${values.length > 0 ? valueList(values) : ''}${inside(draw, field)}</li>
`
}

const fieldList = (draw: Draw, { fields, formats }: FieldTree): Html =>
  formats.length > 0
    ? html`<p>One of these formats:</p>${formats.map(
        ({ title, tree }) => html`<details><summary>${title}</summary>${fieldList(draw, tree)}</details>`,
      )}`
    : html`<ul class="fields">${fields.map(field => item(draw, field))}</ul>`

export const fieldsView = (side: Side, tree: FieldTree, links: ReadonlySet<string>): Html =>
  isEmpty(tree) ? html`<p>Nothing.</p>` : fieldList({ side, links }, tree)
