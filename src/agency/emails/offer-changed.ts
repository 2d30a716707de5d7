import { type Email, greeting, say } from './layout.ts'
import type { OffersFacts } from './offers-ready.ts'

export const offerChangedEmail = (
  to: string,
  { firstName, link, carrier }: Pick<OffersFacts, 'firstName' | 'link'> & { carrier: string },
): Email => ({
  to,
  subject: say('The quote you chose has changed'),
  paragraphs: [
    greeting(firstName),
    say(
      '{carrier} changed or withdrew the quote you chose. Nothing was bought. Sign in to see your quotes as they are now, and choose again.',
      { carrier },
    ),
  ],
  link: { label: say('See your quotes'), url: link },
  reason: say('You’re receiving this because you chose this quote. Nothing is bought until you sign.'),
})
