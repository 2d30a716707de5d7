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

/** How a shopper's umbrella purchase stands: what an operator sees, with the next steps of the shopper's own door. */
export const UmbrellaFollowUp = Type.Object(
  {
    ...sessionProperties,
    next_action: Type.Object(
      { operation: Type.Enum([...shopperOperations]), description: Type.String() },
      { ...closed, description: 'The operation that takes this purchase on, and what must come first.' },
    ),
    received: Type.Optional(UmbrellaAttachResponse.properties.received),
    ...followUpProperties,
  },
  { $id: 'UmbrellaFollowUp', ...closed },
)
export type UmbrellaFollowUp = Omit<Static<typeof UmbrellaFollowUp>, 'intake_access_token'>

/** What the shopper's door takes for this line, beside the uid. */
export const patchInput = Type.Object(
  {
    intake: Type.Optional(UmbrellaIntake),
    field_estimates: Type.Optional(Type.Array(SentFieldEstimate, { maxItems: 100 })),
    confirm_submission: Type.Optional(
      Type.Boolean({ description: 'The person has read the whole application and wants quotes on it.' }),
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
