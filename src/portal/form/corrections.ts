import { answerText, type FormQuestion } from './question-field.ts'

/** Only what differs from the page: an estimate that nobody touched stays an estimate. */
export const correctionsIn = <Q extends FormQuestion & { value: unknown }>(
  questions: readonly Q[],
  form: URLSearchParams,
): { item: Q; text: string }[] =>
  questions.flatMap(item => {
    const text = form.get(item.name)?.trim()
    return text === undefined || text === answerText(item) ? [] : [{ item, text }]
  })

export const noneOf = (name: string): string => `${name}.none`
