import Type, { type TSchema } from 'typebox'
import { optional } from '../../products/line/fields/intake-schema.ts'
import type { FollowUpName } from '../../products/line/shopper.ts'
import { allLines } from '../../products/lines.ts'
import { uidProperty } from './follow-up.ts'

/** Open in the published contract, because the lines differ. Each line checks it against its own schema. */
const anyIntake = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Answers and corrections, with the same fields as intake in the prefill of its line.',
  },
)

const propertiesOf = (which: FollowUpName): Record<string, TSchema> =>
  Object.assign({}, ...allLines.map(({ shopper }) => shopper.inputs[which].properties))

const repeated = {
  sandbox: Type.Boolean({ description: 'Same value as in the prefill, or omit it.' }),
  credit_consent_pending: Type.Boolean({ description: 'Has no effect: consent is always collected later.' }),
}

export const inputFor = (which: FollowUpName, $id: string) => {
  const properties = propertiesOf(which)
  const intake = 'intake' in properties && { intake: anyIntake }
  return Type.Object(
    { ...uidProperty, ...optional({ ...properties, ...intake, ...repeated }) },
    { $id, additionalProperties: false },
  )
}
