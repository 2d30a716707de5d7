import Type from 'typebox'

/** Operators and assistants hold no license: they pass on what the agency recommends and add nothing. */
export const SHOW_OFFERS =
  'Show all offers unchanged, with the agency’s recommendation in its own words. Add no recommendation of your own, and refer questions about suitability to the agency.'

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

export const MONEY_BACK =
  'The agency refunds any payment it received for that purchase and releases any hold.'

const REPRICED = `A carrier changed the price of the offer with previous_price, and nothing was bought at the old price. ${MONEY_BACK} Tell the person both prices. They choose and agree again, or leave it.`

const isRepriced = ({ status, detail_status, offers = [] }: Choosing): boolean =>
  status === 'quoted' &&
  detail_status === undefined &&
  offers.some(({ previous_price }) => previous_price !== undefined)

export const repricedInstructions = (choosing: Choosing): string[] => (isRepriced(choosing) ? [REPRICED] : [])

export const withPriceChange = (choosing: Choosing, summary: string): string =>
  isRepriced(choosing)
    ? `A carrier changed its price, and nothing was bought at the old one. ${summary}`
    : summary
