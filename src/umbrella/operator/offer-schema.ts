import Type, { type Static } from 'typebox'

const closed = { additionalProperties: false } as const
const dollars = (description: string) => Type.Integer({ minimum: 0, description })

export const UmbrellaOffer = Type.Object(
  {
    selection_token: Type.String({ description: 'Chooses this offer in select; void after the next draft.' }),
    carrier: Type.String(),
    annual_price: dollars('Whole dollars a year.'),
    coverage_limit: dollars('What the policy pays at most, above the policies underneath.'),
    is_estimate: Type.Boolean({
      description: 'True: the carrier may still move the price within price_range.',
    }),
    price_range: Type.Object({ low: dollars('At least.'), high: dollars('At most.') }, closed),
    recommended: Type.Boolean(),
    rank: Type.Integer({ minimum: 1 }),
    display_notes: Type.Array(Type.String(), { description: 'To be shown with the offer.' }),
    choice_guidance: Type.String({ description: 'How it compares with the others.' }),
    minimum_auto_limits: Type.Object(
      {
        per_person: dollars('For a person hurt.'),
        per_accident: dollars('For an accident.'),
        property_damage: dollars('For property.'),
      },
      { ...closed, description: 'Car liability limits that the household must carry underneath.' },
    ),
    price_factors: Type.Array(
      Type.Object({ factor: Type.String(), label: Type.String(), effect: Type.Number() }, closed),
      { description: 'Why this price: the factors, multiplied.' },
    ),
    expires_at: Type.String({ format: 'date-time', description: '30 days after it was published.' }),
  },
  { $id: 'UmbrellaOffer', ...closed },
)
export type WireOffer = Static<typeof UmbrellaOffer>
