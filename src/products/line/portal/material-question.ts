import { html } from 'hono/html'
import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { Field } from '../fields/field.ts'
import { valueFromText } from './form-text.ts'
import { answerRequired } from './question-errors.ts'
import { type FormQuestion, questionField, wordsOf, yesNo } from './question-field.ts'
import { say, sayKnown } from './say.ts'
import { errorAt, errorOf } from './screen.ts'

type Filled = { typed: URLSearchParams; errors: readonly FieldError[] }

const anyOf = (name: string): string => `${name}.any`

const askOf = (question: FormQuestion): string | undefined => wordsOf(question).ask

/** What No says. A list of claims or drivers that nobody is in is empty. */
const noneOf = ({ kind }: Field): unknown => {
  if (kind === 'text') return 'none'
  return kind === 'list' ? [] : 0
}

const typedAt = (form: URLSearchParams, name: string): string => form.get(name)?.trim() ?? ''

/** Nothing is chosen or filled in: what we were told by others is not the person's answer. */
export const materialView = (filled: Filled, question: FormQuestion, rows?: Html): Html => {
  const { name } = question
  const ask = askOf(question)
  const detail = questionField(question, {
    text: typedAt(filled.typed, name),
    error: errorAt(filled, name),
  })
  if (ask === undefined) return fieldView(detail)
  return html`${fieldView({
    name: anyOf(name),
    label: sayKnown(ask),
    texts: [typedAt(filled.typed, anyOf(name))],
    error: errorAt(filled, anyOf(name)),
    control: { kind: 'radios', options: yesNo() },
  })}${rows ?? fieldView({ ...detail, label: sayKnown(wordsOf(question).detail ?? ''), hint: undefined })}`
}

export type Answered = { value: unknown } | { error: FieldError; isOpen: boolean }

export const materialAnswer = (
  form: URLSearchParams,
  question: FormQuestion,
  rows?: readonly unknown[],
): Answered => {
  const { name, definition } = question
  const ask = askOf(question)
  const text = typedAt(form, name)
  const any = form.get(anyOf(name))
  const isGiven = rows ? any === 'yes' && rows.length > 0 : text !== ''
  if (ask !== undefined && any === 'no')
    return isGiven && text !== '0'
      ? {
          error: errorOf(
            anyOf(name),
            sayKnown(ask),
            say('You chose No. Clear what you entered, or choose Yes.'),
          ),
          isOpen: false,
        }
      : { value: noneOf(definition) }
  if (isGiven) return { value: rows ?? valueFromText(definition, text) }
  if (ask === undefined || any === 'yes') return { error: answerRequired(question), isOpen: any === null }
  return { error: errorOf(anyOf(name), sayKnown(ask), say('Choose Yes or No.')), isOpen: true }
}
