import { type Email, greeting, referrer } from '../layout.ts'

export type CarrierQuestionFacts = {
  firstName: string
  carrier: string
  link: string
  referredBy: string | null
}

/** The question itself is shown only on the page, because it may be personal. */
export const carrierQuestionEmail = (
  to: string,
  { firstName, carrier, link, referredBy }: CarrierQuestionFacts,
): Email => ({
  to,
  subject: `A question from ${carrier}`,
  paragraphs: [
    greeting(firstName),
    `${carrier} has a question about your application. Sign in to read and answer it. Until then, ${carrier} can’t continue.`,
  ],
  link: { label: 'Answer the question', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} requested insurance for you.`,
})
