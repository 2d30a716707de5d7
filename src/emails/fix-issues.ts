import { askedBy, type Email, greeting, referrer } from './layout.ts'

export type FixIssuesFacts = { firstName: string; link: string; referredBy: string | null }

export const missingAnswersEmail = (to: string, { firstName, link, referredBy }: FixIssuesFacts): Email => ({
  to,
  subject: 'A few answers are missing for your home insurance quotes',
  paragraphs: [
    greeting(firstName),
    `${referrer(referredBy, 'A business you work with')} started a home insurance application for you. We still need a few answers that only you can give. Sign in to add them, and we’ll get your quotes.`,
  ],
  facts: [['For', 'Home insurance quotes'], askedBy(referredBy), ['Left to do', 'A few answers']],
  link: { label: 'Finish your answers', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} asked us to email you. Nothing is bought until you sign. If you don’t recognize this, you can ignore it.`,
})
