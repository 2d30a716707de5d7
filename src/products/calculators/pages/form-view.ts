import { html } from 'hono/html'
import type { TSchema } from 'typebox'
import { type Control, type FieldError, fieldView, type Option } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { sayKnown } from '../say.ts'
import { type FieldGroup, type Filled, type Form, type FormField, typing } from './form.ts'

type Filling = { schema: TSchema; filled: Filled; errors: readonly FieldError[] }

const optionsWith = (options: readonly Option[], [text = '']: readonly string[]): readonly Option[] =>
  text === '' || options.some(({ value }) => value === text)
    ? options
    : [...options, { value: text, label: text.replaceAll('_', '/') }]

const translated = (options: readonly Option[]): Option[] =>
  options.map(option => ({ ...option, label: sayKnown(option.label) }))

const controlOf = (field: FormField, schema: TSchema, texts: readonly string[]): Control => {
  const { digits, usual } = typing(schema, field)
  if (!field.control) return { kind: 'line', digits, placeholder: usual }
  const { kind, options } = field.control
  return { kind, options: translated(kind === 'select' ? optionsWith(options, texts) : options) }
}

const questionView = (field: FormField, { schema, filled, errors }: Filling): Html => {
  const texts = filled.get(field.name) ?? []
  const error = errors.find(({ name }) => name === field.name)?.message
  return fieldView({
    ...field,
    label: sayKnown(field.label),
    hint: field.hint && sayKnown(field.hint),
    texts,
    error,
    control: controlOf(field, schema, texts),
  })
}

const groupView = ({ legend, hint, fields }: FieldGroup, filling: Filling) => html`<fieldset>
<legend>${sayKnown(legend)}</legend>
${hint ? html`<p class="hint small">${sayKnown(hint)}</p>` : ''}
<div class="fields">
${fields.map(field => questionView(field, filling))}</div>
</fieldset>
`

export const formGroups = ({ groups }: Form, filling: Filling): Html =>
  html`${groups.map(group => groupView(group, filling))}`
