import Type, { type Static } from 'typebox'
import { perLine, type ReviewedLine, schemaId } from '../reviewed-line.ts'
import type { Household } from './application.ts'
import type { OpenSection } from './missing.ts'

const closed = { additionalProperties: false } as const
const path = Type.Array(Type.Union([Type.String(), Type.Integer()]), {
  description: 'Path of the answer in intake.',
})

export const questionSchema = perLine(line =>
  Type.Object(
    {
      title: Type.String(),
      prompt: Type.String({ description: 'What to ask the person.' }),
      fields: Type.Array(
        Type.Object(
          {
            path,
            label: Type.String(),
            type: Type.String({ description: 'JSON type of the answer.' }),
            enum: Type.Optional(Type.Array(Type.String())),
            format: Type.Optional(Type.String()),
            description: Type.String(),
          },
          closed,
        ),
      ),
      scope: Type.Enum(['application', ...Object.keys(line.lists)], {
        description: 'The application, or a list in it.',
      }),
      item_index: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
        description: 'Position in the list, if the question is about one item.',
      }),
      display_note: Type.Union([Type.String(), Type.Null()], { description: 'Show this with the question.' }),
    },
    { $id: schemaId(line, 'Question'), ...closed, description: 'The next group of questions to ask.' },
  ),
)
export type NextQuestion = Static<ReturnType<typeof questionSchema>>

const WHOLE_LIST = 'Send the whole list. It replaces the previous one.'

type Asking = {
  next_action: { operation: string; description: string }
  agent_instructions: readonly string[]
}

type Asked = { line: ReviewedLine; question: NextQuestion | null | undefined; given: Household }

/** A list that is sent replaces the stored one, so a missing item is asked for together with the others. */
export const withWholeLists = <W extends Asking>(words: W, { line, question, given }: Asked) => {
  const lists = Object.keys(line.lists).filter(
    list =>
      ((given[list] as readonly unknown[] | undefined) ?? []).length > 0 &&
      question?.fields.some(({ path: [name, at] }) => name === list && at !== undefined),
  )
  if (lists.length === 0 || words.next_action.operation === 'none') return words
  const whole = `Send the whole ${lists.join(' and ')} list, with the items that you already sent: it replaces the previous one.`
  return {
    ...words,
    next_action: { ...words.next_action, description: `${words.next_action.description} ${whole}` },
    agent_instructions: [...words.agent_instructions, whole],
  }
}

export const nextQuestion = (
  { lists }: ReviewedLine,
  [first]: readonly OpenSection[],
): NextQuestion | null => {
  if (!first) return null
  const { section, missing } = first
  const scope =
    Object.keys(lists).find(list => missing.every(({ path: [name] }) => name === list)) ?? 'application'
  const items = new Set(missing.map(({ path: [, at] }) => at))
  const [only] = items
  return {
    title: section.title,
    prompt: section.prompt,
    fields: missing.map(({ field: _, ...shown }) => shown),
    scope,
    item_index: scope !== 'application' && items.size === 1 && typeof only === 'number' ? only : null,
    display_note: missing.some(({ path: [, at] }) => typeof at === 'number') ? WHOLE_LIST : null,
  }
}

export const wholeQuestion = (line: ReviewedLine, open: readonly OpenSection[]): NextQuestion | null => {
  if (open.length <= 1) return nextQuestion(line, open)
  const section = {
    title: 'To complete the application',
    prompt: open.map(({ section: { prompt } }) => prompt).join(' '),
    fields: open.flatMap(({ section: { fields } }) => fields),
  }
  return nextQuestion(line, [{ section, missing: open.flatMap(({ missing }) => missing) }])
}
