import Type, { type TObject, type TOptional, type TSchema } from 'typebox'
import type { Field, FieldTable } from './field.ts'
import { sentSchema } from './field-schema.ts'

export const sentProperties = (fields: FieldTable): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = sentSchema(field)
      const { type } = schema as { type?: unknown }
      const alias = { type, description: `Another name for ${name}.` }
      return [[name, schema], ...field.aliases.map(other => [other, alias])]
    }),
  )

export const optional = <T extends Record<string, TSchema>>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: TOptional<T[K]>
  }

export const nullable = (schema: TObject): TSchema => ({ ...schema, type: ['object', 'null'] })

export const textOrNull = (description: string): TSchema => ({ type: ['string', 'null'], description })

type WithAddress = Readonly<Record<'street' | 'city' | 'state' | 'zip', Field>>

export const addressSchema = ({ street, city, state, zip }: WithAddress): TSchema =>
  nullable(
    Type.Object(
      optional({
        streetnumber: {
          type: ['string', 'integer', 'null'],
          description: 'House number, if street has none.',
        },
        ...sentProperties({ street, city, state, zip }),
      }),
      {
        additionalProperties: true,
        description: 'The address as one object; the same as the four flat keys.',
      },
    ),
  )
