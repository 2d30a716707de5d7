import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { answerText, type FormQuestion } from './question-field.ts'

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
