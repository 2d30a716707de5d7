import { askedBy, type Email, greeting, referrer } from '../layout.ts'

export type UmbrellaWithdrawnFacts = {
  firstName: string
  carrier: string
  link: string
  /** What happens to money that was paid or held. */
  money_back: string | null
  referredBy: string | null
}

export const umbrellaWithdrawnEmail = (
  to: string,
  { firstName, carrier, link, money_back, referredBy }: UmbrellaWithdrawnFacts,
): Email => ({
  to,
  subject: 'The quote you chose is no longer available',
  paragraphs: [
    greeting(firstName),
    `${carrier} withdrew the umbrella quote you chose. Nothing was bought, and you have no coverage from it.`,
    ...(money_back === null ? [] : [money_back]),
    'Choose another quote to continue.',
  ],
  facts: [['Insurance company', carrier], askedBy(referredBy)],
  link: { label: 'See your quotes', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} was buying this policy for you at your request.`,
})
