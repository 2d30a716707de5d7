import Type, { type Static } from 'typebox'
import type { OpenSection } from './missing.ts'

const closed = { additionalProperties: false } as const
const path = Type.Array(Type.Union([Type.String(), Type.Integer()]), {
  description: 'Where the answer goes in intake.',
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
      description: 'The application itself, or a list in it.',
    }),
    item_index: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'Which item of the list, when the question is about one alone.',
    }),
    display_note: Type.Union([Type.String(), Type.Null()], { description: 'To be said with the question.' }),
  },
  { $id: 'UmbrellaQuestion', ...closed, description: 'What to ask next: one group of questions at a time.' },
)
export type NextQuestion = Static<typeof NextQuestion>

const LISTS = ['additional_drivers', 'vehicles'] as const

const WHOLE_LIST = 'Send the whole list: it replaces the one before.'

/** One group of questions at a time, in the order of the sections. A list is asked for as a whole. */
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
