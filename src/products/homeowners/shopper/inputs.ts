import Type from 'typebox'
import { anId } from '../../../platform/values/schema-parts.ts'
import { SentFieldEstimate, sentEstimates } from '../../line/fields/sent-estimate.ts'
import { HomeownersIntake } from '../application/intake-schema.ts'

const closed = { additionalProperties: false } as const

export const patchInput = Type.Object(
  {
    intake: Type.Optional(HomeownersIntake),
    field_estimates: Type.Optional(sentEstimates(SentFieldEstimate)),
    confirm_submission: Type.Optional(
      Type.Boolean({
        description: 'True when the person has read the whole application and wants quotes for it.',
      }),
    ),
    credit_check_authorized: Type.Optional(
      Type.Boolean({
        description:
          'Homeowners: true when the person agreed to credit_consent_question. Send it with confirm_submission.',
      }),
    ),
  },
  closed,
)

export const selectInput = Type.Object(
  {
    offer_id: Type.Optional(anId('Homeowners: the offer the person selected.')),
    offer_ids: Type.Optional(
      Type.Array(anId('An offer.'), {
        minItems: 1,
        maxItems: 20,
        description:
          'Homeowners: one offer for each home to insure now, if there are several homes. The others can be bought later.',
      }),
    ),
  },
  closed,
)

export const bindInput = Type.Object(
  {
    preview_token: Type.String({
      pattern: '^prv_[\\w-]{22}$',
      description: 'Homeowners: the token of the purchase_preview that the person agreed to.',
    }),
    bind_confirmed: Type.Literal(true, {
      description:
        'Homeowners: true when the person has seen the whole purchase_preview and statement is true.',
    }),
    effective_date: Type.Optional(
      Type.String({
        format: 'date',
        description:
          'Homeowners: the start date that the person chose, if it is not the one in purchase_preview. Required if that is null.',
      }),
    ),
  },
  closed,
)
