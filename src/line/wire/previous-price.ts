import Type from 'typebox'

export const previousPriceField = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'What the carrier asked for this quote before it changed the price. Tell the person. Nothing is bought at either price before they choose and agree again.',
  }),
)
