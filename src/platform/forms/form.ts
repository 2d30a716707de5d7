import { html } from 'hono/html'
import { Failure } from '../errors.ts'
import { type FieldError, fieldView } from '../pages/fields.ts'
import type { Html } from '../pages/html.ts'
import { AND, type FormField } from './field-kinds.ts'

export type Fields = Readonly<Record<string, FormField>>

type ValueIn<T> = T extends FormField<infer V> ? V : never

type Optional<F extends Fields> = {
  [K in keyof F]: undefined extends ValueIn<F[K]> ? K : never
}[keyof F]

export type Values<F extends Fields> = {
  readonly [K in Exclude<keyof F, Optional<F>>]: ValueIn<F[K]>
} & { readonly [K in Optional<F>]?: Exclude<ValueIn<F[K]>, undefined> }

export const textAt = (sent: URLSearchParams, name: string): string =>
  sent.getAll(name).join(AND).replaceAll('\r\n', '\n').trim()

const readField = (field: FormField, text: string): { value?: unknown; problem?: string } => {
  if (text !== '') return field.read(text)
  if (!field.optional) return { problem: field.missing ?? '' }
  return field.control.kind === 'checks' ? { value: [] } : {}
}

export type Typed = { form: URLSearchParams; errors: readonly FieldError[] }

type Drawing = {
  typed?: Typed
  given?: object
  only?: readonly string[]
  /** In front of each name, where a page sends the same fields several times. */
  prefix?: string
  /** In front of each ID, where a page has several forms with the same fields. */
  within?: string
}

const labelOf = ({ label, optional, control }: FormField): string =>
  optional && (control.kind === 'line' || control.kind === 'area') && !label.endsWith(')')
    ? `${label} (optional)`
    : label

const drawField = (
  [name, field]: [string, FormField],
  { typed, given, prefix = '', within }: Drawing,
): Html => {
  const sent = prefix + name
  const { [name]: value } = { ...given } as Record<string, unknown>
  return fieldView({
    name: sent,
    within,
    label: labelOf(field),
    hint: field.hint,
    error: typed?.errors.find(error => error.name === sent)?.message,
    texts: typed?.form.has(sent) ? typed.form.getAll(sent) : [value ?? []].flat().map(String),
    control: field.control,
  })
}

/** The door that took the form draws it again, with each problem beside its field. */
export class FormRefusal extends Failure {
  readonly form: Form
  readonly errors: readonly FieldError[]
  readonly unseen: Readonly<Record<string, string>>
  constructor(refused: Form, errors: readonly FieldError[], unseen: Readonly<Record<string, string>> = {}) {
    super('invalid_request', { message: errors.map(({ message }) => message).join(' ') })
    this.form = refused
    this.errors = errors
    this.unseen = unseen
  }
}

export type Form<F extends Fields = Fields> = {
  readonly fields: F
  /** Without the values of fields that have an error. */
  read(sent: URLSearchParams, prefix?: string): { values: Partial<Values<F>>; errors: FieldError[] }
  /** Throws a `FormRefusal` if anything is missing or wrong. */
  take(sent: URLSearchParams): Values<F>
  refusal(
    problems: { readonly [K in keyof F]?: string },
    unseen?: Readonly<Record<string, string>>,
  ): FormRefusal
  draw(drawing?: Drawing): Html
}

/** What a form asks, declared once: it is drawn, read, and checked from here. */
export const form = <const F extends Fields>(fields: F): Form<F> => {
  const all: [string, FormField][] = Object.entries(fields)
  const self: Form<F> = {
    fields,
    read(sent, prefix = '') {
      const read = all.map(([name, field]) => ({ name, ...readField(field, textAt(sent, prefix + name)) }))
      const known = read.filter(({ value }) => value !== undefined)
      return {
        values: Object.fromEntries(known.map(({ name, value }) => [name, value])) as Partial<Values<F>>,
        errors: read.flatMap(({ name, problem }) =>
          problem === undefined ? [] : [{ name: prefix + name, message: problem }],
        ),
      }
    },
    take(sent) {
      const { values, errors } = self.read(sent)
      if (errors.length > 0) throw new FormRefusal(self, errors)
      return values as Values<F>
    },
    refusal: (problems, unseen) =>
      new FormRefusal(
        self,
        Object.entries(problems).map(([name, message]) => ({ name, message: String(message) })),
        unseen,
      ),
    draw: (drawing = {}) =>
      html`${all.filter(([name]) => drawing.only?.includes(name) ?? true).map(field => drawField(field, drawing))}`,
  }
  return self
}
