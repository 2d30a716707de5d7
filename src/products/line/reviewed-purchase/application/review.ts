import Type, { type Static } from 'typebox'
import { perLine, type ReviewedLine, schemaId } from '../reviewed-line.ts'
import { type Household, pathOf, wireName } from './application.ts'
import { displayed, maskedValue } from './value-words.ts'

const closed = { additionalProperties: false } as const

const ReviewItem = Type.Object(
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

export const reviewSchema = perLine(line =>
  Type.Array(Type.Object({ title: Type.String(), items: Type.Array(ReviewItem) }, closed), {
    $id: schemaId(line, 'Review'),
    description: 'The whole application in sections, with each value marked estimated or confirmed.',
  }),
)
export type Review = Static<ReturnType<typeof reviewSchema>>
export type ReviewItem = Static<typeof ReviewItem>

type Shown = { name: string; masks: boolean }

const itemOf = ({ fields }: ReviewedLine, household: Household, { name, masks }: Shown): ReviewItem[] => {
  const { [name]: field } = fields
  const { [name]: known } = household
  if (!field || known === undefined) return []
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

export const reviewOf = (line: ReviewedLine, household: Household, { masks }: { masks: boolean }): Review =>
  [...line.sections.toReview, ...line.sections.toBind]
    .map(({ title, fields }) => ({
      title,
      items: fields.flatMap(name => itemOf(line, household, { name, masks })),
    }))
    .filter(({ items }) => items.length > 0)
