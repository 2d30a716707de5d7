import Type, { type Static } from 'typebox'
import { fail } from '../../errors.ts'
import { anId } from '../../line/fields/intake-schema.ts'
import { HomeownersIntake } from '../application/intake-schema.ts'

export const HomeownersQuotesRequest = Type.Object(
  {
    uid: Type.Optional(anId('Left out on the first call, sent on every later one.')),
    intake: Type.Optional(HomeownersIntake),
    credit_check_authorized: Type.Optional(
      Type.Boolean({
        description:
          'True only when the real homeowner has authorized a soft credit pull on the assembled application. False withdraws it.',
      }),
    ),
    sandbox: Type.Optional(
      Type.Boolean({ description: 'On the first call: mocked carriers, no mail, nothing real happens.' }),
    ),
  },
  { $id: 'HomeownersQuotesRequest', additionalProperties: false },
)
export type QuotesInput = Static<typeof HomeownersQuotesRequest>

/** A call with nothing but the uid only looks. */
export const isPoll = (input: QuotesInput): boolean =>
  input.uid !== undefined && Object.keys(input).every(key => key === 'uid')

const intakeAuthorization = (intake: Record<string, unknown>): boolean | undefined => {
  const given = intake.credit_check_authorized
  if (given === undefined || typeof given === 'boolean') return given
  return fail('invalid_request', {
    fields: [{ path: 'intake.credit_check_authorized', code: 'wrong_type', expected: 'a boolean' }],
  })
}

/** The authorization may stand at the top or in the intake; the patch is what is left of the intake. */
export const readRequest = ({ intake = {}, credit_check_authorized: atTop }: QuotesInput) => {
  const { credit_check_authorized: _, ...patch } = intake as Record<string, unknown>
  const inside = intakeAuthorization(intake as Record<string, unknown>)
  if (atTop !== undefined && inside !== undefined && atTop !== inside)
    fail('invalid_request', {
      fields: [
        {
          path: 'credit_check_authorized',
          code: 'differs',
          facts: { other: 'intake.credit_check_authorized' },
          expected: 'one of the two, or both the same',
        },
      ],
    })
  return { patch, authorized: atTop ?? inside }
}
