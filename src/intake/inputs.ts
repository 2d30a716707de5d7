import Type, { type TSchema } from 'typebox'
import { optional } from '../line/fields/intake-schema.ts'
import type { FollowUpName } from '../line/shopper.ts'
import { allLines } from '../lines.ts'
import { uidProperty } from './follow-up.ts'

/** Open in the published contract as far as the lines differ; each line then holds it against its own schema. */
const anyIntake = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'A patch of the application, in the form of the prefill of its line: HomeownersPrefillRequest or UmbrellaPrefillRequest.',
  },
)

const propertiesOf = (which: FollowUpName): Record<string, TSchema> =>
  Object.assign({}, ...allLines.map(({ shopper }) => shopper.inputs[which].properties))

/** What either line takes, all of it optional: what a line needs, it asks for itself. */
export const inputFor = (which: FollowUpName, $id: string) => {
  const properties = propertiesOf(which)
  const intake = 'intake' in properties && { intake: anyIntake }
  return Type.Object(
    { ...uidProperty, ...optional({ ...properties, ...intake }) },
    { $id, additionalProperties: false },
  )
}
