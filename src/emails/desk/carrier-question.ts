import { type Email, greeting, referrer } from '../layout.ts'
import { say } from '../rules/say.ts'

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
  subject: say('A question from {carrier}', { carrier }),
  paragraphs: [
    greeting(firstName),
    say(
      '{carrier} has a question about your application. Sign in to read and answer it. Until then, {carrier} can’t continue.',
      { carrier },
    ),
  ],
  link: { label: say('Answer the question'), url: link },
  reason: say('You’re receiving this because {who} requested insurance for you.', {
    who: referrer(referredBy),
  }),
})
