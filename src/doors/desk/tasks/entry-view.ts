import { html } from 'hono/html'
import { type Control, type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import type { DeskEntry } from './entries.ts'
import type { EntrySection } from './offer-form.ts'

export type TypedEntries = { form: URLSearchParams; errors: readonly FieldError[] }

const controlOf = (entry: DeskEntry): Control => {
  switch (entry.kind) {
    case 'choice':
      return { kind: 'select', options: entry.options }
    case 'day':
      return { kind: 'line', type: 'date', short: true }
    case 'checks':
      return { kind: 'checks', options: entry.options }
    case 'dollars':
    case 'cents':
    case 'count':
      return { kind: 'line', digits: true, short: true }
    default:
      return { kind: 'line' }
  }
}

const label = ({ label: words, optional }: DeskEntry): string => (optional ? `${words} (optional)` : words)

export const entryView = (
  entry: DeskEntry,
  { form, errors }: TypedEntries,
  { prefix = '', given = '' }: { prefix?: string; given?: string } = {},
): Html => {
  const name = prefix + entry.name
  return fieldView({
    name,
    label: label(entry),
    hint: entry.hint,
    error: errors.find(error => error.name === name)?.message,
    texts: form.has(name) ? form.getAll(name) : [given],
    control: controlOf(entry),
  })
}

export const entrySectionView = (
  { title, entries, isFolded }: EntrySection,
  typed: TypedEntries,
  prefix: string,
): Html => {
  const fields = html`<div class="fields">${entries.map(entry => entryView(entry, typed, { prefix }))}</div>`
  const isOpen = entries.some(({ name }) => typed.errors.some(error => error.name === prefix + name))
  return isFolded
    ? html`<details${isOpen ? html` open` : ''}><summary>${title}</summary>${fields}</details>`
    : html`<fieldset><legend>${title}</legend>${fields}</fieldset>`
}
