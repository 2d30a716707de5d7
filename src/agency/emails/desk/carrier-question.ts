import { type Email, greeting, type Requester, requester } from '../layout.ts'
import { say } from '../rules/say.ts'

export type CarrierQuestionFacts = Requester & { firstName: string; carrier: string; link: string }

/** The question itself is shown only on the page, because it may be personal. */
export const carrierQuestionEmail = (
  to: string,
  { firstName, carrier, link, ...asked }: CarrierQuestionFacts,
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
    who: requester(asked),
  }),
})
