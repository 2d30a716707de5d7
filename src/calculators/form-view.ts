import { html } from 'hono/html'
import type { TSchema } from 'typebox'
import type { Html } from '../pages/frame.ts'
import { type Field, type FieldGroup, type Filled, type Form, type Option, typing } from './form.ts'
import type { FieldError } from './form-words.ts'

const idOf = (name: string): string => name.replaceAll('.', '-')

type Filling = { schema: TSchema; filled: Filled; errors: readonly FieldError[] }

const textsFor = ({ filled }: Filling, { name }: Field): readonly string[] => filled.get(name) ?? []
const errorAt = ({ errors }: Filling, field: Field): string | undefined =>
  errors.find(({ name }) => name === field.name)?.message

const describedBy = ({ name, hint }: Field, error: string | undefined) => {
  const ids = [...(hint ? [`${idOf(name)}-hint`] : []), ...(error ? [`${idOf(name)}-error`] : [])]
  return html`${ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : ''}${error ? html` aria-invalid="true"` : ''}`
}

const told = ({ name, hint }: Field, error: string | undefined) => html`
${hint ? html`<p class="hint small" id="${idOf(name)}-hint">${hint}</p>` : ''}
${error ? html`<p class="error-text small" id="${idOf(name)}-error">${error}</p>` : ''}`

/** A link may hold a value that is not on the list; it is kept, so that form and answer agree. */
const optionsWith = (options: readonly Option[], text: string): readonly Option[] =>
  text === '' || options.some(({ value }) => value === text)
    ? options
    : [...options, { value: text, label: text.replaceAll('_', '/') }]

const choices = (options: readonly Option[], [text = '']: readonly string[]) =>
  optionsWith(options, text).map(
    ({ value, label }) =>
      html`<option value="${value}"${value === text ? html` selected` : ''}>${label}</option>`,
  )

const oneControl = (field: Field, filling: Filling) => {
  const { name, autocomplete, control } = field
  const { digits, usual } = typing(filling.schema, field)
  const texts = textsFor(filling, field)
  const common = html`id="${idOf(name)}" name="${name}"${describedBy(field, errorAt(filling, field))} autocomplete="${autocomplete ?? 'off'}"`
  return control
    ? html`<select ${common}>${choices(control.options, texts)}</select>`
    : html`<input ${common} value="${texts[0] ?? ''}"${digits ? html` inputmode="numeric"` : ''}${usual ? html` placeholder="${usual}"` : ''}>`
}

const check = (field: Field, { value, label, note }: Option, at: number, filling: Filling) => html`
<label class="choice"><input type="checkbox" name="${field.name}" value="${value}"${at === 0 ? html` id="${idOf(field.name)}"` : ''}${textsFor(filling, field).includes(value) ? html` checked` : ''}><span>${label}${note ? html` <span class="soft small">${note}</span>` : ''}</span></label>`

const checks = (field: Field, options: readonly Option[], filling: Filling) => {
  const error = errorAt(filling, field)
  return html`<fieldset class="wide"${describedBy(field, error)}>
<legend>${field.label}</legend>${told(field, error)}
<div class="checks">${options.map((option, at) => check(field, option, at, filling))}
</div></fieldset>`
}

const fieldView = (field: Field, filling: Filling): Html => {
  if (field.control?.kind === 'checks') return checks(field, field.control.options, filling)
  return html`<div class="field${field.wide ? ' wide' : ''}">
<label for="${idOf(field.name)}">${field.label}</label>${told(field, errorAt(filling, field))}
${oneControl(field, filling)}
</div>
`
}

const groupView = ({ legend, hint, fields }: FieldGroup, filling: Filling) => html`<fieldset>
<legend>${legend}</legend>
${hint ? html`<p class="hint small">${hint}</p>` : ''}
<div class="fields">
${fields.map(field => fieldView(field, filling))}</div>
</fieldset>
`

export const formGroups = ({ groups }: Form, filling: Filling): Html =>
  html`${groups.map(group => groupView(group, filling))}`

/** At the top, and in focus: what is wrong, each with a way to its field. */
export const errorSummary = (errors: readonly FieldError[]): Html => html`
<div class="callout danger" role="alert" tabindex="-1" autofocus aria-labelledby="problems">
<h2 id="problems">${errors.length === 1 ? 'One thing to correct' : `${errors.length} things to correct`}</h2>
<ul>
${errors.map(({ name, message }) => html`<li>${name === null ? message : html`<a href="#${idOf(name)}">${message}</a>`}</li>`)}
</ul>
</div>`
