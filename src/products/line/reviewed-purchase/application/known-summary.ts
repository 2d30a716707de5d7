import Type, { type TSchema } from 'typebox'
import { stateName } from '../../../../platform/values/us-states.ts'
import type { FieldTable } from '../../fields/field.ts'
import { storedSchema } from '../../fields/field-schema.ts'
import { addressSchema, optional, sentProperties } from '../../fields/intake-schema.ts'
import { perLine, type ReviewedLine, schemaId } from '../reviewed-line.ts'
import { type Household, pathOf, wireName } from './application.ts'
import { maskedValue } from './value-words.ts'

const closed = { additionalProperties: false } as const

const known = (fields: FieldTable): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, Type.Optional(storedSchema(field))]),
  )

export const knownSummarySchema = perLine(line => {
  const { street, city, state, zip, ...others } = line.fields
  return Type.Object(
    { ...known(others), address: Type.Optional(Type.Object(known({ street, city, state, zip }), closed)) },
    {
      $id: schemaId(line, 'KnownSummary'),
      ...closed,
      description:
        'Everything collected so far, in the form of intake. License numbers show only their last four characters.',
    },
  )
})

export const knownSummary = ({ fields }: ReviewedLine, household: Household): Record<string, unknown> => {
  const shown = Object.entries(fields).flatMap(([name, field]) =>
    household[name] === undefined ? [] : [[pathOf(name), maskedValue(field, household[name])] as const],
  )
  const address = shown.flatMap(([[at, part], value]) => (at === 'address' && part ? [[part, value]] : []))
  return Object.fromEntries([
    ...shown.flatMap(([[name, part], value]) => (part === undefined ? [[name, value]] : [])),
    ...(address.length > 0 ? [['address', Object.fromEntries(address)]] : []),
  ])
}

export const fieldEstimateSchema = perLine(line =>
  Type.Object(
    {
      field: Type.String(),
      review_path: Type.Array(Type.String(), { description: 'Path of the value in intake.' }),
      value: Type.Unknown(),
      source: Type.String(),
      confidence: Type.Enum(['low', 'medium', 'high']),
      confirmed_by_user: Type.Boolean(),
      estimated_at: Type.Optional(Type.String()),
      reason: Type.Optional(Type.String()),
      rule: Type.Optional(
        Type.String({ description: 'Of an estimate by the service: the name of its rule.' }),
      ),
    },
    { $id: schemaId(line, 'FieldEstimate'), ...closed },
  ),
)

export const shownEstimates = ({ fields }: ReviewedLine, household: Household) =>
  household.field_estimates.map(({ field, ...entry }) => ({
    field: wireName(field),
    review_path: pathOf(field),
    value: maskedValue(fields[field], household[field]),
    ...entry,
  }))

export const intakeSchema = perLine(line => {
  const { street: _street, city: _city, state: _state, zip: _zip, ...besideAddress } = line.fields
  return Type.Object(optional({ ...sentProperties(besideAddress), address: addressSchema(line.fields) }), {
    $id: schemaId(line, 'Intake'),
    additionalProperties: true,
    description:
      'A patch of the application. Null clears and lists replace. Unknown keys are stored and listed in unrecognized_fields. Social Security, card and bank account numbers and passwords are rejected.',
    examples: [line.examples.intake],
  })
})

const DOTS = '•••'

const initial = (word: string): string => (word === '' ? '' : `${[...word][0]}${DOTS}`)

const maskedName = (name: string): string => name.trim().split(/\s+/).map(initial).join(' ')

const maskedEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  return `${initial(local)}@${initial(domain)}`
}

/** Shows enough for people to recognize their own application, but nothing that identifies them to others. */
export const maskedSummary = ({
  full_name,
  email,
  state,
}: Household): readonly { label: string; value: string }[] => [
  ...(full_name === undefined ? [] : [{ label: 'Name', value: maskedName(full_name) }]),
  ...(email === undefined ? [] : [{ label: 'Email', value: maskedEmail(email) }]),
  ...(state === undefined ? [] : [{ label: 'State', value: stateName(state) }]),
]
