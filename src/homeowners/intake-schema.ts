import Type, { type TObject, type TSchema } from 'typebox'
import { exampleIntake } from './examples.ts'
import type { FieldTable } from './field.ts'
import { sentSchema } from './field-schema.ts'
import { applicantFields, homeFields } from './fields.ts'
import { estimateFields } from './read-estimates.ts'

const open = { additionalProperties: true } as const

const sentProperties = (fields: FieldTable): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = sentSchema(field)
      const alias = { ...schema, description: `Another name for ${name}. ${field.description}` }
      return [[name, schema], ...field.aliases.map(other => [other, alias])]
    }),
  )

const optional = (properties: Record<string, TSchema>): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]))

const nullable = (schema: TObject): TSchema => ({ ...schema, type: ['object', 'null'] }) as unknown as TSchema

const { street, city, state, zip } = homeFields

const Address = nullable(
  Type.Object(
    optional({
      streetnumber: {
        type: ['string', 'integer', 'null'],
        description: 'House number, where street has none.',
      } as unknown as TSchema,
      ...sentProperties({ street, city, state, zip }),
    }),
    { ...open, description: 'The address in one object; the same as the four keys beside it.' },
  ),
)

const FieldEstimateSent = Type.Object(
  optional({
    ...sentProperties(estimateFields),
    value: Type.Unknown({ description: 'The estimated value; it may stand in the row instead.' }),
  }),
  {
    ...open,
    description:
      'Marks a home value that the homeowner did not confirm. One entry a field; a later one updates it. A value without an entry counts as confirmed when it first arrives.',
  },
)

const HomeRow = nullable(
  Type.Object(
    optional({
      property_id: {
        type: ['string', 'null'],
        description: 'Which home this is. Without it the place in the list counts.',
      } as unknown as TSchema,
      ...sentProperties(homeFields),
      address: Address,
      field_estimates: Type.Array(FieldEstimateSent),
    }),
    { ...open, description: 'A home. Null in place of a row removes the home, before submission.' },
  ),
)

/** The published form of `intake`: open, since what nobody knows is kept and named in `unrecognized_fields`. */
export const HomeownersIntake = Type.Object(
  optional({
    ...sentProperties(applicantFields),
    credit_check_authorized: Type.Boolean({
      description: 'The same as credit_check_authorized beside intake.',
    }),
    home: Type.Array(HomeRow, { description: 'The homes to insure.' }),
  }),
  {
    $id: 'HomeownersIntake',
    ...open,
    description:
      'A patch of the application. Objects merge, null clears, a key that is not known is kept and named in unrecognized_fields. Social Security, card and bank account numbers and passwords are refused.',
    examples: [exampleIntake],
  },
)
