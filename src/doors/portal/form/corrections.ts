import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { answerText, type FormQuestion } from './question-field.ts'

const shownOf = (name: string): string => `${name}.shown`

/** Sent with each field, because the answer can change while the page is open. */
export const shownField = (name: string, text: string): Html =>
  html`<input type="hidden" name="${shownOf(name)}" value="${text}">`

type Answered = Pick<FormQuestion, 'name' | 'definition'> & { value: unknown }

export const typedOver = (item: Answered, form: URLSearchParams): string | null => {
  const text = form.get(item.name)?.trim()
  return text === undefined || text === form.get(shownOf(item.name)) || text === answerText(item)
    ? null
    : text
}

export const correctionsIn = <Q extends FormQuestion & { value: unknown }>(
  questions: readonly Q[],
  form: URLSearchParams,
): { item: Q; text: string }[] =>
  questions.flatMap(item => {
    const text = typedOver(item, form)
    return text === null ? [] : [{ item, text }]
  })

export const noneOf = (name: string): string => `${name}.none`
