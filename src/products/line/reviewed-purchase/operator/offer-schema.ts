import Type, { type Static } from 'typebox'
import { carrierInfoField } from '../../../../agency/carriers/contract/carrier-info.ts'
import { dollars } from '../../../../platform/values/schema-parts.ts'
import { illustrativeField } from '../../wire/illustrative.ts'
import { wireTermsPart } from '../../wire/payment-schema.ts'
import { previousPriceField } from '../../wire/previous-price.ts'
import { surplusField } from '../../wire/surplus-lines.ts'
import { perLine, schemaId } from '../reviewed-line.ts'

const closed = { additionalProperties: false } as const

export const offerSchema = perLine(line =>
  Type.Object(
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
      coverage_limit: dollars(line.words.coverageLimit),
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
      ...(line.offerFields as object),
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
    { $id: schemaId(line, 'Offer'), ...closed },
  ),
)
export type WireOffer = Static<ReturnType<typeof offerSchema>>
