import { html } from 'hono/html'
import type { Html } from './frame.ts'
import { say } from './say.ts'

export type Option = { value: string; label: string; note?: string }

export type FieldError = {
  name: string | null
  message: string
  inPlace?: string
}

type Line = {
  kind: 'line'
  type?: 'text' | 'email' | 'tel' | 'date'
  digits?: boolean
  short?: boolean
  placeholder?: string
  required?: boolean
  between?: readonly [first: string, last: string]
}

type Offering<K> = { kind: K; options: readonly Option[] }
type One = Line | Offering<'select'>
type Many = Offering<'radios'> | Offering<'checks'>
export type Control = One | Many

export type FieldView = {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  texts: readonly string[]
  autocomplete?: string | undefined
  wide?: boolean | undefined
  control: Control
}

export const fieldId = (name: string): string => name.replaceAll(/[^\w-]+/g, '-')

type Told = Pick<FieldView, 'name' | 'hint' | 'error'>

const describedBy = ({ name, hint, error }: Told): Html => {
  const ids = [...(hint ? [`${fieldId(name)}-hint`] : []), ...(error ? [`${fieldId(name)}-error`] : [])]
  return ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : html``
}

const told = ({ name, hint, error }: Told): Html => html`
${hint ? html`<p class="hint small" id="${fieldId(name)}-hint">${hint}</p>` : ''}
${error ? html`<p class="error-text small" id="${fieldId(name)}-error">${error}</p>` : ''}`

const optionTags = (options: readonly Option[], [text = '']: readonly string[]) =>
  options.map(
    ({ value, label }) =>
      html`<option value="${value}"${value === text ? html` selected` : ''}>${label}</option>`,
  )

const lineTag = (field: FieldView, control: Line, common: Html) => {
  const { type = 'text', digits, short, placeholder, required, between } = control
  return html`<input ${common} type="${type}" value="${field.texts[0] ?? ''}"${digits ? html` inputmode="numeric"` : ''}${short ? html` class="short"` : ''}${placeholder ? html` placeholder="${placeholder}"` : ''}${required ? html` required` : ''}${between ? html` min="${between[0]}" max="${between[1]}"` : ''}>`
}

const oneControl = (field: FieldView, control: One): Html => {
  const { name, autocomplete = 'off', texts } = field
  const common = html`id="${fieldId(name)}" name="${name}"${describedBy(field)}${field.error ? html` aria-invalid="true"` : ''} autocomplete="${autocomplete}"`
  return control.kind === 'line'
    ? lineTag(field, control, common)
    : html`<select ${common}>${optionTags(control.options, texts)}</select>`
}

const choice = (
  { name, texts }: FieldView,
  kind: Many['kind'],
  { value, label, note }: Option,
  at: number,
) => html`
<label class="choice"><input type="${kind === 'radios' ? 'radio' : 'checkbox'}" name="${name}" value="${value}"${at === 0 ? html` id="${fieldId(name)}"` : ''}${texts.includes(value) ? html` checked` : ''}><span>${label}${note ? html` <span class="soft small">${note}</span>` : ''}</span></label>`

const manyChoices = (
  field: FieldView,
  { kind, options }: Many,
): Html => html`<fieldset class="${field.wide === false ? '' : 'wide'}"${describedBy(field)}>
<legend>${field.label}</legend>${told(field)}
<div class="${kind}">${options.map((option, at) => choice(field, kind, option, at))}
</div></fieldset>
`

export const fieldView = (field: FieldView): Html => {
  const { name, label, wide, control } = field
  if (control.kind === 'radios' || control.kind === 'checks') return manyChoices(field, control)
  return html`<div class="field${wide ? ' wide' : ''}">
<label for="${fieldId(name)}">${label}</label>${told(field)}
${oneControl(field, control)}
</div>
`
}

export const titleToCorrect = (title: string, errors: readonly unknown[]): string =>
  errors.length > 0 ? say('Please correct: {title}', { title }) : title

export const errorSummary = (errors: readonly FieldError[]): Html => html`
<div class="callout danger" role="alert" tabindex="-1" autofocus aria-labelledby="problems">
<h2 id="problems">${say('{count, plural, one {One thing to correct} other {# things to correct}}', { count: errors.length })}</h2>
<ul>
${errors.map(({ name, message }) => html`<li>${name === null ? message : html`<a href="#${fieldId(name)}">${message}</a>`}</li>`)}
</ul>
</div>`
