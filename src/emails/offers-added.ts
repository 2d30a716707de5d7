import { type Email, greeting, referrer } from './layout.ts'
import type { OffersFacts } from './offers-ready.ts'

export type AddedFacts = OffersFacts & { added: number; isCheaper: boolean; isComplete: boolean }

const news = ({ added, isCheaper }: AddedFacts): string => {
  const quotes = added === 1 ? 'Another insurance company has' : 'More insurance companies have'
  return `${quotes} answered${isCheaper ? ', with a lower price than your other quotes' : ''}.`
}

export const offersAddedEmail = (to: string, facts: AddedFacts): Email => ({
  to,
  subject: facts.isCheaper ? 'A lower price for your home insurance' : 'More quotes for your home insurance',
  paragraphs: [
    greeting(facts.firstName),
    `${news(facts)} Sign in to compare all your quotes.${facts.isComplete ? ' Every company we asked has now answered.' : ''}`,
    'If you’ve already chosen a quote, your choice stays as it is unless you change it.',
  ],
  link: { label: 'See your quotes', url: facts.link },
  reason: `You’re receiving this because ${referrer(facts.referredBy)} requested home insurance quotes for you. Nothing is bought until you sign.`,
})
