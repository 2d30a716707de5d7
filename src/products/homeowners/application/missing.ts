import Type from 'typebox'
import type { Field } from '../../line/fields/field.ts'
import { type Shape, shapeOf } from '../../line/fields/field-schema.ts'
import type { Applicant, Application, HomeValues } from './application.ts'
import { applicantFields, homeFields } from './fields.ts'
import { requiredFor, requiredOfApplicant } from './required.ts'

export type MissingField = Shape & {
  field: string
  path: (string | number)[]
  label: string
  description: string
}

export const MissingFieldDetail = Type.Object(
  {
    field: Type.String({ description: 'The name in missing_fields.', examples: ['home[0].roof_date'] }),
    path: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
      description:
        'Path of the answer in intake. credit_check_authorized and confirm_submission can go at the top level of the body instead.',
    }),
    label: Type.String(),
    description: Type.String(),
    type: Type.String({ description: 'JSON type of the answer.' }),
    enum: Type.Optional(Type.Array(Type.String())),
    format: Type.Optional(Type.String()),
  },
  { $id: 'MissingFieldDetail', additionalProperties: false },
)

const asked = (field: Field, path: (string | number)[], name: string): MissingField => ({
  field: name,
  path,
  label: field.label,
  description: field.description,
  ...shapeOf(field),
})

const missingOfApplicant = (applicant: Applicant): MissingField[] =>
  requiredOfApplicant
    .filter(name => applicant[name] === undefined)
    .map(name => asked(applicantFields[name], [name], name))

const missingOfHome = (home: HomeValues, index: number): MissingField[] =>
  requiredFor(home)
    .filter(name => home[name] === undefined)
    .map(name => asked(homeFields[name], ['home', index, name], `home[${index}].${name}`))

const authorization: MissingField = {
  field: 'credit_check_authorized',
  path: ['credit_check_authorized'],
  label: 'Credit authorization',
  description:
    'True once the homeowner reviewed the application and authorized a soft credit check. Send it last, with the same uid.',
  type: 'boolean',
}

/** The authorization comes last, because it covers the assembled application. */
export const missingFields = (
  { applicant, homes }: Application,
  { creditAuthorized }: { creditAuthorized: boolean },
): MissingField[] => [
  ...missingOfApplicant(applicant),
  ...(homes.length > 0 ? homes : [{}]).flatMap(missingOfHome),
  ...(creditAuthorized ? [] : [authorization]),
]
