import { html } from 'hono/html'
import type { Html } from './html.ts'
import { say } from './say.ts'

export type Option = { value: string; label: string; note?: string }

export type FieldError = {
  name: string | null
  message: string
  inPlace?: string
}

type Line = {
  kind: 'line'
  type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local'
  digits?: boolean
  short?: boolean
  placeholder?: string
  required?: boolean
  longest?: number
  between?: readonly [first: string, last: string]
}

type Area = { kind: 'area'; rows: number; longest: number; required?: boolean }
type File = { kind: 'file'; accept: string; many?: true }
type Offering<K> = { kind: K; options: readonly Option[] }
type One = Line | Area | File | Offering<'select'>
type Many = Offering<'radios'> | Offering<'checks'>
export type Control = One | Many

export type FieldView = {
  name: string
  /** In front of the ID, where a page has several fields of this name. */
  within?: string | undefined
  label: string
  hint?: string | undefined
  error?: string | undefined
  texts: readonly string[]
  autocomplete?: string | undefined
  wide?: boolean | undefined
  control: Control
}

export const fieldId = (name: string): string => name.replaceAll(/[^\w-]+/g, '-')

type Told = Pick<FieldView, 'name' | 'within' | 'hint' | 'error'>

const idOf = ({ name, within }: Told): string => fieldId(within ? `${within}-${name}` : name)

const describedBy = (field: Told): Html => {
  const ids = (['hint', 'error'] as const).flatMap(part => (field[part] ? [`${idOf(field)}-${part}`] : []))
  return ids.length > 0 ? html` aria-describedby="${ids.join(' ')}"` : html``
}

const told = (field: Told): Html => html`
${field.hint ? html`<p class="hint small" id="${idOf(field)}-hint">${field.hint}</p>` : ''}
${field.error ? html`<p class="error-text small" id="${idOf(field)}-error">${field.error}</p>` : ''}`

const optionTags = (options: readonly Option[], [text = '']: readonly string[]) =>
  options.map(
    ({ value, label }) =>
      html`<option value="${value}"${value === text ? html` selected` : ''}>${label}</option>`,
  )

const limits = ({ longest, required }: Pick<Line, 'longest' | 'required'>): Html =>
  html`${longest ? html` maxlength="${longest}"` : ''}${required ? html` required` : ''}`

const lineTag = (field: FieldView, control: Line, common: Html) => {
  const { type = 'text', digits, short, placeholder, between } = control
  return html`<input ${common} type="${type}" value="${field.texts[0] ?? ''}"${digits ? html` inputmode="numeric"` : ''}${short ? html` class="short"` : ''}${placeholder ? html` placeholder="${placeholder}"` : ''}${limits(control)}${between ? html` min="${between[0]}" max="${between[1]}"` : ''}>`
}

const oneControl = (field: FieldView, control: One): Html => {
  const { name, autocomplete = 'off', texts } = field
  const common = html`id="${idOf(field)}" name="${name}"${describedBy(field)}${field.error ? html` aria-invalid="true"` : ''} autocomplete="${autocomplete}"`
  switch (control.kind) {
    case 'line':
      return lineTag(field, control, common)
    case 'area':
      return html`<textarea ${common} rows="${control.rows}"${limits(control)}>${texts[0] ?? ''}</textarea>`
    case 'file':
      return html`<input ${common} type="file" accept="${control.accept}"${control.many ? html` multiple` : ''}>`
    case 'select':
      return html`<select ${common}>${optionTags(control.options, texts)}</select>`
  }
}

const choice = (
  { name, within, texts }: FieldView,
  kind: Many['kind'],
  { value, label, note }: Option,
  at: number,
) => html`
<label class="choice"><input type="${kind === 'radios' ? 'radio' : 'checkbox'}" name="${name}" value="${value}"${at === 0 ? html` id="${idOf({ name, within })}"` : ''}${texts.includes(value) ? html` checked` : ''}><span>${label}${note ? html` <span class="soft small">${note}</span>` : ''}</span></label>`

const manyChoices = (
  field: FieldView,
  { kind, options }: Many,
): Html => html`<fieldset class="${field.wide === false ? '' : 'wide'}"${describedBy(field)}>
<legend>${field.label}</legend>${told(field)}
<div class="${kind}">${options.map((option, at) => choice(field, kind, option, at))}
</div></fieldset>
`

export const fieldView = (field: FieldView): Html => {
  const { label, wide, control } = field
  if (control.kind === 'radios' || control.kind === 'checks') return manyChoices(field, control)
  return html`<div class="field${wide ? ' wide' : ''}">
<label for="${idOf(field)}">${label}</label>${told(field)}
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
