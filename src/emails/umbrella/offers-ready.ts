import { askedBy, capitalized, type Email, greeting, referrer } from '../layout.ts'

export type UmbrellaOffersFacts = { firstName: string; link: string; referredBy: string | null }

export const umbrellaOffersReadyEmail = (
  to: string,
  { firstName, link, referredBy }: UmbrellaOffersFacts,
): Email => ({
  to,
  subject: 'Your umbrella insurance quotes are ready',
  paragraphs: [
    greeting(firstName),
    `${capitalized(referrer(referredBy))} asked us to get umbrella insurance quotes for you, and they’re ready. Open them to compare, and choose one if you like.`,
    'The link works for seven days. We’ll email you a code to make sure that it’s you.',
  ],
  facts: [['For', 'Umbrella insurance'], askedBy(referredBy), ['Left to do', 'Compare and choose']],
  link: { label: 'See your quotes', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} requested umbrella insurance quotes for you. Nothing is bought until you sign or confirm the purchase.`,
})
