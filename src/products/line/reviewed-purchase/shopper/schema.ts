import Type, { type Static, type TObject, type TProperties } from 'typebox'
import { capitalized } from '../../../../platform/lib/name-words.ts'
import { SentFieldEstimate, sentEstimates } from '../../fields/sent-estimate.ts'
import { followUpProperties } from '../../wire/follow-up.ts'
import { intakeSchema } from '../application/known-summary.ts'
import { attachRequest, bindRequest, selectRequest } from '../operator/requests.ts'
import { sessionProperties } from '../operator/session-schema.ts'
import { perLine, type ReviewedLine, schemaId } from '../reviewed-line.ts'
import { shopperOperations } from './words.ts'

const closed = { additionalProperties: false } as const

export const followUpSchema = perLine(line =>
  Type.Object(
    {
      ...sessionProperties(line),
      next_action: Type.Object(
        { operation: Type.Enum([...shopperOperations]), description: Type.String() },
        { ...closed, description: 'The next operation to call, and what to do before it.' },
      ),
      ...followUpProperties,
    },
    { $id: schemaId(line, 'FollowUp'), ...closed },
  ),
)
export type ReviewedFollowUp = Omit<Static<ReturnType<typeof followUpSchema>>, 'intake_access_token'>

const patchInput = (line: ReviewedLine) =>
  Type.Object(
    {
      intake: Type.Optional(intakeSchema(line)),
      field_estimates: Type.Optional(sentEstimates(SentFieldEstimate)),
      confirm_submission: Type.Optional(
        Type.Boolean({
          description: 'True when the person has read the whole application and wants quotes for it.',
        }),
      ),
      review_token: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: `${capitalized(line.name)}: the token of the review that the person read. Required with confirm_submission.`,
        }),
      ),
    },
    closed,
  )

/** The uid is in the path, and the sandbox was chosen at the start. */
const beside = <P extends TProperties>({ properties }: TObject<P>): TObject<Omit<P, 'uid' | 'sandbox'>> => {
  const { uid: _uid, sandbox: _sandbox, ...rest } = properties
  return Type.Object(rest as Omit<P, 'uid' | 'sandbox'>, closed)
}

export const shopperInputs = perLine(line => ({
  patch: patchInput(line),
  select: beside(selectRequest(line)),
  bind: beside(bindRequest(line)),
  attach: beside(attachRequest(line)),
}))
