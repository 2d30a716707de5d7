import { askedBy, type Email, greeting, referrer } from '../layout.ts'

export type RepricedFacts = {
  firstName: string
  link: string
  carrier: string
  /** In words: $1,480. */
  signed_price: string
  new_price: string
  /** What happens to money that was paid or held. */
  money_back: string | null
  /** Null for a purchase that the person made themselves. */
  referredBy?: string | null
}

/** A carrier's reason is shown only on the page, because its words may be personal. */
export const priceChangedEmail = (
  to: string,
  { firstName, link, carrier, signed_price, new_price, money_back, referredBy = null }: RepricedFacts,
): Email => ({
  to,
  subject: 'The price changed, and nothing was bought',
  paragraphs: [
    greeting(firstName),
    `${carrier} now asks ${new_price} a year instead of ${signed_price}. We stopped the purchase: nothing is bought at a price you have not agreed to.`,
    'You have no coverage from this purchase. Keep the coverage you have.',
    ...(money_back === null ? [] : [money_back]),
    'If you want the policy at the new price, choose it again and confirm the purchase once more. If not, choose another quote, or do nothing.',
  ],
  facts: [
    ['Insurance company', carrier],
    ['Price before', `${signed_price} a year`],
    ['New price', `${new_price} a year`],
    ...(referredBy === null ? [] : [askedBy(referredBy)]),
  ],
  link: { label: 'See your quotes', url: link },
  reason:
    referredBy === null
      ? 'You’re receiving this because you agreed to buy this policy.'
      : `You’re receiving this because ${referrer(referredBy)} was buying this policy for you at your request.`,
})
