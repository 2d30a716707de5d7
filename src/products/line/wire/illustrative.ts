import Type from 'typebox'

export const illustrativeField = Type.Boolean({
  description: 'True when the carrier is invented (demo or sandbox): a demonstration, not insurance.',
})

type Marked = { illustrative: boolean }

export const anyIllustrative = (shown: { offers?: readonly Marked[]; selected_offer?: Marked }): boolean =>
  [...(shown.offers ?? []), shown.selected_offer].some(offer => offer?.illustrative === true)

export const illustrativeInstructions = ({
  sandbox,
  illustrative,
}: {
  sandbox: boolean
  illustrative: boolean
}): string[] =>
  illustrative && !sandbox
    ? [
        'Offers with illustrative: true, and policies bought from them, come from invented carriers. Tell the person that they are a demonstration, not insurance.',
      ]
    : []

export const SURPLUS_LINES =
  'This insurer is not admitted in your state (surplus lines). Its prices and forms are not approved by the state, and the state’s guaranty fund does not pay if it fails.'

export const surplusField = Type.Optional(
  Type.Literal(false, { description: `Only on surplus lines offers. Tell the person: ${SURPLUS_LINES}` }),
)
