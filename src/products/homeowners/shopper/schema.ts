import Type, { type Static } from 'typebox'
import { followUpProperties } from '../../line/wire/follow-up.ts'
import { shopperStatuses } from '../application/statuses.ts'
import { HomeownersPurchasePreview } from '../buying/purchase-preview.ts'
import { policyProperties, quotesProperties } from '../operator/quotes-response.ts'

const closed = { additionalProperties: false } as const

const Policy = Type.Object(
  {
    ...policyProperties,
    documents: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          url: Type.String({
            format: 'uri',
            description: 'The sign-in page, not the file. The person downloads the file after they sign in.',
          }),
          requires_sign_in: Type.Literal(true),
        },
        closed,
      ),
    ),
  },
  closed,
)

export const HomeownersFollowUp = Type.Object(
  {
    ...quotesProperties,
    status: Type.Enum([...shopperStatuses]),
    credit_consent_question: Type.Optional(
      Type.Object(
        { version: Type.String(), text: Type.String() },
        { ...closed, description: 'The exact text to show the person before they authorize.' },
      ),
    ),
    purchase_preview: Type.Optional(HomeownersPurchasePreview),
    preview_token: Type.Optional(
      Type.String({ description: 'Identifies this preview. Any change to the purchase makes it invalid.' }),
    ),
    signature_url: Type.Optional(
      Type.String({ format: 'uri', description: 'Where the person signs in, confirms and signs.' }),
    ),
    policies: Type.Optional(Type.Array(Policy)),
    ...followUpProperties,
  },
  { $id: 'HomeownersFollowUp', ...closed },
)

export type HomeownersFollowUp = Omit<Static<typeof HomeownersFollowUp>, 'intake_access_token'>
