import Type, { type Static } from 'typebox'
import type { Household } from './application.ts'
import { pathOf, type UmbrellaFieldName, umbrellaFields, wireName } from './fields.ts'
import { applicationSections, bindSections, type QuestionSection } from './sections.ts'
import { displayed, maskedValue } from './value-words.ts'

const closed = { additionalProperties: false } as const

const UmbrellaReviewItem = Type.Object(
  {
    field: Type.String(),
    review_path: Type.Array(Type.String()),
    label: Type.String(),
    value: Type.Unknown(),
    display: Type.String({ description: 'The value in words.' }),
    mark: Type.Enum(['estimated', 'confirmed'], {
      description: 'Whether the buyer confirmed the value or it is an estimate.',
    }),
    source: Type.Optional(Type.String({ description: 'Source of the estimate.' })),
    reason: Type.Optional(Type.String({ description: 'Reason for the estimate.' })),
  },
  closed,
)

export const UmbrellaReview = Type.Array(
  Type.Object({ title: Type.String(), items: Type.Array(UmbrellaReviewItem) }, closed),
  {
    $id: 'UmbrellaReview',
    description: 'The whole application in sections, with each value marked estimated or confirmed.',
  },
)
export type UmbrellaReview = Static<typeof UmbrellaReview>
export type UmbrellaReviewItem = Static<typeof UmbrellaReviewItem>

const itemOf = (household: Household, name: UmbrellaFieldName, masks: boolean): UmbrellaReviewItem[] => {
  const field = umbrellaFields[name]
  const known = household[name]
  if (known === undefined) return []
  const value = masks ? maskedValue(field, known) : known
  const estimate = household.field_estimates.find(entry => entry.field === name && !entry.confirmed_by_user)
  return [
    {
      field: wireName(name),
      review_path: pathOf(name),
      label: field.label,
      value,
      display: displayed(field, value),
      mark: estimate ? 'estimated' : 'confirmed',
      ...(estimate && { source: estimate.source }),
      ...(estimate?.reason !== undefined && { reason: estimate.reason }),
    },
  ]
}

const sections: readonly QuestionSection[] = [...applicationSections, ...bindSections]

export const reviewOf = (household: Household, { masks }: { masks: boolean }): UmbrellaReview =>
  sections
    .map(({ title, fields }) => ({ title, items: fields.flatMap(name => itemOf(household, name, masks)) }))
    .filter(({ items }) => items.length > 0)
