import Type from 'typebox'

export const previousPriceField = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'What the carrier asked for this quote before it changed the price. Tell the person. Nothing is bought at either price before they choose and agree again.',
  }),
)

type Choosing = {
  status: string
  detail_status?: string
  offers?: readonly { previous_price?: number }[]
}

const REPRICED =
  'A carrier changed the price of the offer with previous_price, and nothing was bought at the old price. Tell the person both prices. They choose and agree again, or leave it.'

export const repricedInstructions = ({ status, detail_status, offers = [] }: Choosing): string[] =>
  status === 'quoted' &&
  detail_status === undefined &&
  offers.some(({ previous_price }) => previous_price !== undefined)
    ? [REPRICED]
    : []
