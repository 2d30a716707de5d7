import { html, raw } from 'hono/html'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import type { Control, FieldView, Option } from '../../../platform/pages/fields.ts'
import { type FieldError, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { isDay } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Confidence } from '../../../platform/values/sourced.ts'
import { stateNames } from '../../../platform/values/us-states.ts'
import type { Field } from '../fields/field.ts'
import { fieldWords, type QuestionWording } from './field-words.ts'
import { american, textFromValue } from './form-text.ts'
import { say, sayKnown } from './say.ts'
import { errorAt } from './screen.ts'

export type FormQuestion = {
  name: string
  label: string
  description: string
  definition: Field
  place?: string
  wording?: QuestionWording
}

const MOST_RADIOS = 8

export const fieldIn = (name: string): string => name.replace(/^.*\./, '')

export const optionLabel = (field: string, value: string, wording = fieldWords(field)): string =>
  sayKnown(wording.options?.[value] ?? nameTitle(value))

const optionsOf = (field: string, values: readonly string[], wording?: QuestionWording): Option[] =>
  values.map(value => ({ value, label: optionLabel(field, value, wording) }))

export const yesNo = (): Option[] => [
  { value: 'yes', label: say('Yes') },
  { value: 'no', label: say('No') },
]

const unchosen = (): Option => ({ value: '', label: say('Choose…') })

const choiceOf = (options: readonly Option[]): Control =>
  options.length <= MOST_RADIOS
    ? { kind: 'radios', options }
    : { kind: 'select', options: [unchosen(), ...options] }

const amountsOf = ({ minimum, maximum, step }: Extract<Field, { kind: 'money' }>): Option[] =>
  Array.from({ length: (maximum - minimum) / step + 1 }, (_, at) => minimum + at * step).map(amount => ({
    value: String(amount),
    label: usd(amount),
  }))

type Answered = Pick<FormQuestion, 'name' | 'definition'> & { value: unknown }

const isPicked = (field: string): boolean => field === 'policy_expire'

/** Dates that people know by heart are typed; dates in the future are picked. */
const controlOf = (field: string, definition: Field, wording?: QuestionWording): Control => {
  switch (definition.kind) {
    case 'boolean':
      return { kind: 'radios', options: yesNo() }
    case 'choice':
      return choiceOf(optionsOf(field, definition.values, wording))
    case 'state':
      return choiceOf(stateNames.map(label => ({ value: label, label })))
    case 'money':
      return definition.step > 1 ? choiceOf(amountsOf(definition)) : { kind: 'line', short: true }
    case 'auto_limits':
      return { kind: 'line', short: true }
    case 'integer':
    case 'zip':
      return { kind: 'line', digits: true, short: true }
    case 'date':
      return isPicked(field) ? { kind: 'line', type: 'date', short: true } : { kind: 'line', short: true }
    case 'email':
      return { kind: 'line', type: 'email' }
    case 'phone':
      return { kind: 'line', type: 'tel', short: true }
    default:
      return { kind: 'line' }
  }
}

export const answerText = ({ name, definition, value }: Answered): string => {
  const isTyped = definition.kind === 'date' && !definition.yearAlone && !isPicked(fieldIn(name))
  const text = textFromValue(definition, value)
  return isTyped && isDay(text) ? american(text) : text
}

export const isChosen = ({ name, definition }: FormQuestion): boolean =>
  controlOf(fieldIn(name), definition).kind !== 'line'

type Named = Pick<FormQuestion, 'name' | 'label' | 'wording'>

export const wordsOf = ({ name, wording }: Pick<FormQuestion, 'name' | 'wording'>): QuestionWording =>
  wording ?? fieldWords(fieldIn(name))

export const labelOf = (question: Named): string => sayKnown(wordsOf(question).label ?? question.label)

export const questionField = (
  question: FormQuestion,
  { text, error }: { text: string; error?: string | undefined },
): FieldView => {
  const { name, description, definition } = question
  const { hint = description, autocomplete } = wordsOf(question)
  return {
    name,
    label: labelOf(question),
    hint: sayKnown(hint),
    error,
    texts: [text],
    autocomplete,
    control: controlOf(fieldIn(name), definition, question.wording),
  }
}

const shownOf = (name: string): string => `${name}.shown`

/** Sent with each field, because the answer can change while the page is open. */
export const shownField = (name: string, text: string): Html =>
  html`<input type="hidden" name="${shownOf(name)}" value="${text}">`

type Shown = { name: string; text: string }

export const typedOver = ({ name, text }: Shown, form: URLSearchParams): string | null => {
  const typed = form.get(name)?.trim()
  return typed === undefined || typed === form.get(shownOf(name)) || typed === text ? null : typed
}

export const correctionsIn = <Q extends FormQuestion & { value: unknown }>(
  questions: readonly Q[],
  form: URLSearchParams,
): { item: Q; text: string }[] =>
  questions.flatMap(item => {
    const text = typedOver({ name: item.name, text: answerText(item) }, form)
    return text === null ? [] : [{ item, text }]
  })

export const noneOf = (name: string): string => `${name}.none`

const CONFIDENCE_LABELS: Readonly<Record<Confidence, { words: string; tone: string }>> = {
  low: { words: 'A guess', tone: 'warning' },
  medium: { words: 'Probably right', tone: 'info' },
  high: { words: 'Almost certain', tone: 'success' },
}

type Estimated = { confidence: Confidence; source: string; reason?: string | null | undefined }

/** How sure an answer is that the person did not give. `source` in words. */
export const estimateMark = ({ confidence, source, reason }: Estimated): Html => {
  const { words, tone } = CONFIDENCE_LABELS[confidence]
  return html`<p class="small soft"><span class="badge ${tone}">${sayKnown(words)}</span> ${sayKnown(source)}${reason ? html`. ${sayKnown(reason)}` : ''}</p>`
}

type Said = { lines: readonly (string | Html)[]; heading?: 'h3' | 'h4'; below?: Html | undefined }

/** An answer as it stands, and what can be done about it. */
export const answerItem = (question: Named, { lines, heading = 'h3', below }: Said): Html =>
  html`<li class="estimate">
<div class="said"><${raw(heading)}>${labelOf(question)}</${raw(heading)}><div>${lines.map(line => html`<p class="answer">${line}</p>`)}</div></div>
${below ?? ''}
</li>`

type Filled = { typed: URLSearchParams; errors: readonly FieldError[] }

/** The field of a question, with what was typed or what is known. */
export const askedField = ({ typed, errors }: Filled, question: FormQuestion, text = ''): Html =>
  html`${shownField(question.name, text)}${fieldView(
    questionField(question, {
      text: typedOver({ name: question.name, text }, typed) ?? text,
      error: errorAt({ errors }, question.name),
    }),
  )}`
