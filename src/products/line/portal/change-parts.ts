import { html } from 'hono/html'
import {
  type ChangeKind,
  isChange,
  type PolicyChange,
} from '../../../agency/carriers/contract/policy-change.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { changeForm, changeOf, changeRows } from '../../../agency/policies/policy-change.ts'
import { MOST_DETAILS } from '../../../agency/policies/policy-request.ts'
import { type FormField, line } from '../../../platform/forms/field-kinds.ts'
import { type Form, form, textAt } from '../../../platform/forms/form.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type Control, type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { queryText } from './frame.ts'
import { say, sayKnown } from './say.ts'
import { errorOf } from './screen.ts'

export const MORE = 'more'

export const changeAsked = (typed: URLSearchParams): ChangeKind | null => {
  const kind = typed.get('kind') ?? ''
  return typed.get('form') === 'parts' && isChange(kind) ? kind : null
}

export const typedOrMeant = (request: DocumentRequest): URLSearchParams => {
  const meant = new URLSearchParams({ kind: queryText(request, 'kind'), form: 'parts' })
  return request.form.size === 0 && changeAsked(meant) ? meant : request.form
}

const formFor = (kind: ChangeKind, policy: Policy): Form =>
  form({
    ...changeForm(kind, policy).fields,
    [MORE]: line('Anything else', { most: MOST_DETAILS, optional: true }),
  })

type Asking = { kind: ChangeKind; policy: Policy; typed: URLSearchParams }

export const changeTyped = ({ kind, policy, typed }: Asking): { change: PolicyChange; more: string } => {
  const { [MORE]: more = '', ...said } = formFor(kind, policy).read(typed).values as Record<string, unknown>
  return { change: changeOf(kind, said), more: String(more) }
}

/** What could not be read. What is missing is refused with the request. */
export const unreadable = ({ kind, policy, typed }: Asking): FieldError[] => {
  const asked = formFor(kind, policy)
  return asked.read(typed).errors.map(({ name }) => problemAt({ name, field: asked.fields[String(name)] }))
}

const problemAt = ({ name, field }: { name: string | null; field: FormField | undefined }): FieldError =>
  errorOf(
    String(name),
    sayKnown(field?.label ?? ''),
    field?.control.kind === 'line' && field.control.digits
      ? say('Enter an amount in dollars.')
      : say('Enter an answer.'),
  )

/** `paths`: of the fields of the change that were refused. A limit is named by itself. */
export const changeErrors = (
  { kind, policy }: Omit<Asking, 'typed'>,
  paths: readonly string[],
): FieldError[] => {
  const { fields } = formFor(kind, policy)
  const [first = ''] = Object.keys(fields)
  const names = paths.map(path => path.split('.').at(-1) ?? '').map(name => (name in fields ? name : first))
  return [...new Set(names)].map(name => problemAt({ name, field: fields[name] }))
}

const inWords = (control: Control): Control =>
  'options' in control
    ? { ...control, options: control.options.map(one => ({ ...one, label: sayKnown(one.label) })) }
    : control

const given = (name: string, { terms }: Policy): string[] =>
  name === 'named_insureds' ? [terms.named_insureds.join('\n')] : []

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

export const partFields = (
  { kind, policy, typed }: Asking,
  errorAt: (name: string) => string | undefined,
): Html => html`${hidden('kind', kind)}${hidden('form', 'parts')}
${Object.entries(formFor(kind, policy).fields).map(([name, { label, hint, control }]) =>
  fieldView({
    name,
    label: sayKnown(label),
    hint: hint && sayKnown(hint),
    error: errorAt(name),
    texts: typed.has(name) ? [typed.get(name) ?? ''] : given(name, policy),
    wide: true,
    control: inWords(control),
  }),
)}`

/** Sent back with the confirmation, so the filed request is the one that was shown. */
export const partsKept = ({ kind, policy, typed }: Asking): Html =>
  html`${hidden('form', 'parts')}${Object.keys(formFor(kind, policy).fields).map(name => hidden(name, textAt(typed, name)))}`

export const partFacts = (asking: Asking): Html => {
  const { change, more } = changeTyped(asking)
  const rows = changeRows(asking.kind, change, asking.policy)
  return html`${[...rows, ...(more === '' ? [] : [{ label: 'Anything else', value: more }])].map(
    ({ label, value }) => html`<dt>${sayKnown(label)}</dt><dd>${value}</dd>`,
  )}`
}
