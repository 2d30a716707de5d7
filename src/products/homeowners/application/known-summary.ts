import Type, { type TSchema } from 'typebox'
import type { FieldEstimate } from '../../../platform/values/sourced.ts'
import type { FieldTable } from '../../line/fields/field.ts'
import { storedSchema } from '../../line/fields/field-schema.ts'
import { textOrNull } from '../../line/fields/intake-schema.ts'
import { estimateFields } from '../../line/fields/read-estimates.ts'
import type { Applicant, Application, Home, HomeValues } from './application.ts'
import { applicantFieldNames, applicantFields, homeFieldNames, homeFields } from './fields.ts'

type KnownHome = {
  property_id: string | null
  field_estimates: (FieldEstimate & { value?: unknown })[]
} & HomeValues

export type KnownSummary = { applicant: Applicant; homes: KnownHome[] }

const closed = { additionalProperties: false } as const

const known = (fields: FieldTable): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, Type.Optional(storedSchema(field))]),
  )

export const KnownSummarySchema = Type.Object(
  {
    applicant: Type.Object(known(applicantFields), closed),
    homes: Type.Array(
      Type.Object(
        {
          property_id: textOrNull('Null while the address is incomplete.'),
          ...known(homeFields),
          field_estimates: Type.Array(
            Type.Object({ ...known(estimateFields), value: Type.Optional(Type.Unknown()) }, closed),
            {
              description: 'Estimated values. The homeowner confirmed every value without an entry.',
            },
          ),
        },
        closed,
      ),
    ),
  },
  { $id: 'HomeownersKnownSummary', ...closed, description: 'Everything collected so far.' },
)

const picked = <T extends object, K extends keyof T>(values: T, names: readonly K[]): Pick<T, K> => {
  const some: Partial<Pick<T, K>> = {}
  for (const name of names) if (values[name] !== undefined) some[name] = values[name]
  return some as Pick<T, K>
}

const knownHome = (home: Home): KnownHome => ({
  property_id: home.property_id,
  ...picked(home, homeFieldNames),
  field_estimates: home.field_estimates.map(({ field, ...rest }) => ({
    field,
    value: homeValue(home, field),
    ...rest,
  })),
})

const homeValue = (home: HomeValues, field: string): unknown => home[field as keyof HomeValues]

export const knownSummary = ({ applicant, homes }: Application): KnownSummary => ({
  applicant: picked(applicant, applicantFieldNames),
  homes: homes.map(knownHome),
})
