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
