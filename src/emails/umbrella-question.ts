import type { Email } from './layout.ts'

export type UmbrellaQuestionFacts = {
  firstName: string
  /** In the agency's own words; null when a carrier asks: its words may be about the person. */
  question: string | null
  referredBy: string | null
}

export const umbrellaQuestionEmail = (
  to: string,
  { firstName, question, referredBy }: UmbrellaQuestionFacts,
): Email => ({
  to,
  subject: 'A question about your umbrella policy',
  paragraphs: [
    firstName === '' ? 'Hello,' : `Hello ${firstName},`,
    question === null
      ? 'The insurance company asks for something before it issues your umbrella policy.'
      : `Before your umbrella policy can be issued, we need something from you: ${question}`,
    `Nothing is lost meanwhile. Ask ${referredBy ?? 'the business that is buying it for you'} what is wanted, and answer there: the purchase then goes on by itself.`,
  ],
  reason: `You get this mail because ${referredBy ?? 'a business you work with'} is buying this policy for you, as you asked.`,
})
