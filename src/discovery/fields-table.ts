import { html } from 'hono/html'
import type { TSchema } from 'typebox'
import type { Html } from '../pages/frame.ts'

type Field = TSchema & {
  type?: string
  format?: string
  enum?: unknown[]
  anyOf?: Field[]
  items?: Field
  description?: string
}

const kindOf = ({ type, format, enum: values, anyOf, items }: Field): string => {
  if (values) return values.join(' | ')
  if (anyOf) return anyOf.map(kindOf).join(' | ')
  if (items) return `list of ${kindOf(items)}`
  return format ?? type ?? 'any'
}

const row = (name: string, field: Field, required: boolean): Html => html`<tr>
<th scope="row"><code>${name}</code></th>
<td>${kindOf(field)}${required ? '' : html`, <span class="soft">optional</span>`}</td>
<td>${field.description ?? ''}</td>
</tr>`

type Body = TSchema & { properties?: Record<string, Field>; required?: string[] }

/** One level deep; the contract has all levels. */
export const fieldsTable = (caption: string, schema: Body): Html => {
  if (!schema.properties)
    return html`<p>${caption}: one of several formats. See the <a href="/openapi.yaml">contract</a>.</p>`
  const fields = Object.entries(schema.properties)
  if (fields.length === 0) return html`<p>${caption}: nothing.</p>`
  return html`<table class="stacks">
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(([name, field]) => row(name, field, (schema.required ?? []).includes(name)))}
</tbody>
</table>`
}
