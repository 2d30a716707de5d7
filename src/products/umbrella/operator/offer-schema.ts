import Type, { type Static } from 'typebox'
import { carrierInfoField } from '../../../agency/carriers/contract/carrier-info.ts'
import { dollars } from '../../../platform/values/schema-parts.ts'
import { illustrativeField } from '../../line/wire/illustrative.ts'
import { wireTermsPart } from '../../line/wire/payment-schema.ts'
import { previousPriceField } from '../../line/wire/previous-price.ts'
import { surplusField } from '../../line/wire/surplus-lines.ts'

const closed = { additionalProperties: false } as const

export const OfferSchema = Type.Object(
  {
    selection_token: Type.String({
      description: 'Send it to select to choose this offer. The next draft makes it invalid.',
    }),
    carrier: Type.String(),
    illustrative: illustrativeField,
    admitted: surplusField,
    carrier_info: carrierInfoField,
    annual_price: dollars('Whole dollars a year.'),
    previous_price: previousPriceField,
    coverage_limit: dollars('The most the policy pays, above the underlying policies.'),
    is_estimate: Type.Boolean({
      description: 'True when the carrier may still change the price within price_range.',
    }),
    price_range: Type.Object(
      { low: dollars('Lowest possible price.'), high: dollars('Highest possible price.') },
      closed,
    ),
    recommended: Type.Boolean(),
    rank: Type.Integer({ minimum: 1 }),
    display_notes: Type.Array(Type.String(), { description: 'Show these with the offer.' }),
    choice_guidance: Type.String({ description: 'How the offer compares with the others.' }),
    minimum_auto_limits: Type.Object(
      {
        per_person: dollars('Per injured person.'),
        per_accident: dollars('Per accident.'),
        property_damage: dollars('For property.'),
      },
      { ...closed, description: 'Auto liability limits that the household must have.' },
    ),
    price_factors: Type.Array(
      Type.Object({ factor: Type.String(), label: Type.String(), effect: Type.Number() }, closed),
      { description: 'Factors that multiply to the price. base is in dollars.' },
    ),
    ...wireTermsPart,
    expires_at: Type.String({
      format: 'date-time',
      description: 'Set by the carrier, or 30 days after the offer was published.',
    }),
  },
  { $id: 'UmbrellaOffer', ...closed },
)
export type WireOffer = Static<typeof OfferSchema>
