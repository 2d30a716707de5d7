import { askedBy, type Email, greeting, referrer } from '../layout.ts'

export type UmbrellaQuestionFacts = {
  firstName: string
  question: string | null
  link: string
  referredBy: string | null
}

export const umbrellaQuestionEmail = (
  to: string,
  { firstName, question, link, referredBy }: UmbrellaQuestionFacts,
): Email => ({
  to,
  subject: 'A question about your umbrella policy',
  paragraphs: [
    greeting(firstName),
    question === null
      ? 'The insurance company needs something from you before it issues your umbrella policy.'
      : `We need something from you before your umbrella policy can be issued: ${question}`,
    `Your purchase is on hold until then. Answer with the link below, or tell ${referrer(referredBy, 'the business that is buying the policy for you')}. We’ll continue as soon as you do.`,
  ],
  facts: [['Your purchase', 'On hold until you answer'], askedBy(referredBy)],
  link: { label: 'See what’s needed', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} is buying this policy for you at your request.`,
})
