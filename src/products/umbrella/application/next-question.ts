import Type, { type Static } from 'typebox'
import type { OpenSection } from './missing.ts'

const closed = { additionalProperties: false } as const
const path = Type.Array(Type.Union([Type.String(), Type.Integer()]), {
  description: 'Path of the answer in intake.',
})

export const NextQuestion = Type.Object(
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
    scope: Type.Enum(['application', 'additional_drivers', 'vehicles'], {
      description: 'The application, or a list in it.',
    }),
    item_index: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Position in the list, if the question is about one item.',
    }),
    display_note: Type.Union([Type.String(), Type.Null()], { description: 'Show this with the question.' }),
  },
  { $id: 'UmbrellaQuestion', ...closed, description: 'The next group of questions to ask.' },
)
export type NextQuestion = Static<typeof NextQuestion>

const LISTS = ['additional_drivers', 'vehicles'] as const

const WHOLE_LIST = 'Send the whole list. It replaces the previous one.'

type Asking = {
  next_action: { operation: string; description: string }
  agent_instructions: readonly string[]
}

type Asked = {
  question: NextQuestion | null | undefined
  given: { readonly [list in (typeof LISTS)[number]]?: readonly unknown[] | undefined }
}

/** A list that is sent replaces the stored one, so a missing item is asked for together with the others. */
export const withWholeLists = <W extends Asking>(words: W, { question, given }: Asked) => {
  const lists = LISTS.filter(
    list =>
      (given[list] ?? []).length > 0 &&
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

export const nextQuestion = ([first]: readonly OpenSection[]): NextQuestion | null => {
  if (!first) return null
  const { section, missing } = first
  const scope = LISTS.find(list => missing.every(({ path: [name] }) => name === list)) ?? 'application'
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

export const wholeQuestion = (open: readonly OpenSection[]): NextQuestion | null => {
  if (open.length <= 1) return nextQuestion(open)
  const section = {
    title: 'To complete the application',
    prompt: open.map(({ section: { prompt } }) => prompt).join(' '),
    fields: open.flatMap(({ section: { fields } }) => fields),
  }
  return nextQuestion([{ section, missing: open.flatMap(({ missing }) => missing) }])
}
