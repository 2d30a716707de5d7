import { askedBy, type Email, greeting, referrer } from './layout.ts'

export type OffersFacts = { firstName: string; link: string; referredBy: string | null }

export const offersReadyEmail = (to: string, { firstName, link, referredBy }: OffersFacts): Email => ({
  to,
  subject: 'Your home insurance quotes are ready',
  paragraphs: [
    greeting(firstName),
    'The insurance companies have answered. Sign in to compare their prices, check the answers that were estimated for you, and choose a quote if you like one.',
  ],
  facts: [['For', 'Home insurance'], askedBy(referredBy), ['Left to do', 'Compare and choose']],
  link: { label: 'See your quotes', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} requested home insurance quotes for you. Nothing is bought until you sign.`,
})
