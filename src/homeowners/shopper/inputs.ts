import Type from 'typebox'
import { anId } from '../../line/fields/intake-schema.ts'
import { SentFieldEstimate } from '../../line/fields/sent-estimate.ts'
import { HomeownersIntake } from '../application/intake-schema.ts'

const closed = { additionalProperties: false } as const

/** What the shopper's door takes for this line, beside the uid. */
export const patchInput = Type.Object(
  {
    intake: Type.Optional(HomeownersIntake),
    field_estimates: Type.Optional(Type.Array(SentFieldEstimate, { maxItems: 100 })),
    confirm_submission: Type.Optional(
      Type.Boolean({ description: 'The person has read the whole application and wants quotes on it.' }),
    ),
    credit_check_authorized: Type.Optional(
      Type.Boolean({
        description:
          'Homeowners: true when the person has agreed to credit_consent_question, together with confirm_submission.',
      }),
    ),
  },
  closed,
)

export const selectInput = Type.Object(
  {
    offer_id: Type.Optional(anId('Homeowners: the offer that the person chose.')),
    offer_ids: Type.Optional(
      Type.Array(anId('An offer.'), {
        minItems: 1,
        maxItems: 20,
        description: 'Homeowners: one for each home, where there are several.',
      }),
    ),
  },
  closed,
)

export const bindInput = Type.Object(
  {
    preview_token: Type.String({
      pattern: '^prv_[\\w-]{22}$',
      description: 'Homeowners: of the purchase_preview that the person said yes to.',
    }),
    bind_confirmed: Type.Literal(true, {
      description: 'Homeowners: the person has seen the whole purchase_preview and said yes.',
    }),
  },
  closed,
)
