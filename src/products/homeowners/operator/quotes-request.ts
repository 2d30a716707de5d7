import Type, { type Static } from 'typebox'
import { fail } from '../../../platform/errors.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { SentFieldEstimate, sentEstimates } from '../../line/fields/sent-estimate.ts'
import { ExpandField } from '../../line/wire/lean.ts'
import { SentMetadata } from '../../line/wire/metadata.ts'
import { withRowEstimates } from '../answering/row-estimates.ts'
import { HomeownersIntake } from '../application/intake-schema.ts'

export const HomeownersQuotesRequest = Type.Object(
  {
    uid: Type.Optional(anId('Omit on the first call; send on every later call.')),
    intake: Type.Optional(HomeownersIntake),
    field_estimates: Type.Optional(
      sentEstimates(
        SentFieldEstimate,
        'The same as field_estimates in each home, with the path of the home in field.',
      ),
    ),
    credit_check_authorized: Type.Optional(
      Type.Boolean({
        description:
          'True only when the homeowner has authorized a soft credit check on the assembled application. False withdraws it, or records a No. On the first call, or while answers are missing, false records nothing.',
      }),
    ),
    expand: ExpandField,
    metadata: Type.Optional(SentMetadata),
    sandbox: Type.Optional(
      Type.Boolean({
        description:
          'First call only. True uses mock carriers, sends no email and buys nothing. With a test key it is true by default.',
      }),
    ),
  },
  { $id: 'HomeownersQuotesRequest', additionalProperties: false },
)
export type QuotesInput = Static<typeof HomeownersQuotesRequest>

export const isPoll = (input: QuotesInput): boolean =>
  input.uid !== undefined && Object.keys(input).every(key => key === 'uid' || key === 'expand')

const intakeAuthorization = (intake: Record<string, unknown>): boolean | undefined => {
  const given = intake.credit_check_authorized
  if (given === undefined || typeof given === 'boolean') return given
  return fail('invalid_request', {
    fields: [{ path: 'intake.credit_check_authorized', code: 'wrong_type', expected: 'true or false' }],
  })
}

export const readRequest = ({
  intake = {},
  field_estimates = [],
  credit_check_authorized: atTop,
}: QuotesInput) => {
  const { credit_check_authorized: _, ...patch } = intake as Record<string, unknown>
  const inside = intakeAuthorization(intake as Record<string, unknown>)
  if (atTop !== undefined && inside !== undefined && atTop !== inside)
    fail('invalid_request', {
      fields: [
        {
          path: 'credit_check_authorized',
          code: 'differs',
          facts: { other: 'intake.credit_check_authorized' },
          expected: 'the same value in both places, or only one of them',
        },
      ],
    })
  return { patch: withRowEstimates(patch, field_estimates), authorized: atTop ?? inside }
}
