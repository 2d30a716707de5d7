import Type, { type Static } from 'typebox'
import { SentFieldEstimate } from '../../line/fields/sent-estimate.ts'
import { followUpProperties } from '../../line/wire/follow-up.ts'
import { UmbrellaIntake } from '../application/intake-schema.ts'
import { UmbrellaAttachRequest, UmbrellaAttachResponse } from '../operator/attach-request.ts'
import { UmbrellaBindRequest } from '../operator/bind-request.ts'
import { UmbrellaSelectRequest } from '../operator/select-request.ts'
import { sessionProperties } from '../operator/session-schema.ts'
import { shopperOperations } from './words.ts'

const closed = { additionalProperties: false } as const

export const UmbrellaFollowUp = Type.Object(
  {
    ...sessionProperties,
    next_action: Type.Object(
      { operation: Type.Enum([...shopperOperations]), description: Type.String() },
      { ...closed, description: 'The next operation to call, and what to do before it.' },
    ),
    received: Type.Optional(UmbrellaAttachResponse.properties.received),
    replaced: UmbrellaAttachResponse.properties.replaced,
    ...followUpProperties,
  },
  { $id: 'UmbrellaFollowUp', ...closed },
)
export type UmbrellaFollowUp = Omit<Static<typeof UmbrellaFollowUp>, 'intake_access_token'>

export const patchInput = Type.Object(
  {
    intake: Type.Optional(UmbrellaIntake),
    field_estimates: Type.Optional(Type.Array(SentFieldEstimate, { maxItems: 100 })),
    confirm_submission: Type.Optional(
      Type.Boolean({
        description: 'True when the person has read the whole application and wants quotes for it.',
      }),
    ),
    review_token: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Umbrella: the token of the review that the person read. Required with confirm_submission.',
      }),
    ),
  },
  closed,
)

const { uid: _selectUid, sandbox: _selectSandbox, ...selectProperties } = UmbrellaSelectRequest.properties
export const selectInput = Type.Object(selectProperties, closed)

const { uid: _bindUid, sandbox: _bindSandbox, ...bindProperties } = UmbrellaBindRequest.properties
export const bindInput = Type.Object(bindProperties, closed)

const { uid: _attachUid, sandbox: _attachSandbox, ...attachProperties } = UmbrellaAttachRequest.properties
export const attachInput = Type.Object(attachProperties, closed)
