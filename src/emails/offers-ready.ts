import { askedBy, capitalized, type Email, greeting, referrer } from './layout.ts'

export type OffersFacts = {
  firstName: string
  link: string
  referredBy: string | null
  /** How each quote would be paid. */
  payment?: readonly string[]
}

export const offersReadyEmail = (
  to: string,
  { firstName, link, referredBy, payment = [] }: OffersFacts,
): Email => ({
  to,
  subject: 'Your home insurance quotes are ready',
  paragraphs: [
    greeting(firstName),
    `${capitalized(referrer(referredBy))} asked us to get home insurance quotes for you, and they’re ready. Sign in to compare them, check the answers that were estimated for you, and choose one if you like.`,
    ...payment,
  ],
  facts: [['For', 'Home insurance'], askedBy(referredBy), ['Left to do', 'Compare and choose']],
  link: { label: 'See your quotes', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} requested home insurance quotes for you. Nothing is bought until you sign.`,
})
