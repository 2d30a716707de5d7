import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'

export type UmbrellaQuestionFacts = {
  firstName: string
  question: string | null
  effective_date: string | null
  link: string
  referredBy: string | null
  isRepresented: boolean
}

export const umbrellaQuestionEmail = (
  to: string,
  { firstName, question, effective_date, link, referredBy, isRepresented }: UmbrellaQuestionFacts,
): Email => ({
  to,
  subject: say('A question about your umbrella policy'),
  paragraphs: [
    greeting(firstName),
    question === null
      ? say('The insurance company needs something from you before it issues your umbrella policy.')
      : say('We need something from you before your umbrella policy can be issued: {question}', { question }),
    isRepresented
      ? say(
          'Your purchase is on hold until then. Answer with the link below, or tell {who}. We’ll continue as soon as you do.',
          { who: referrer(referredBy, say('the business that is buying the policy for you')) },
        )
      : say(
          'Your purchase is on hold until then. Answer with the link below. We’ll continue as soon as you do.',
        ),
  ],
  facts: [
    ...(effective_date === null ? [] : [[say('Would start on'), longDate(effective_date)] as const]),
    [say('Your purchase'), say('On hold until you answer')],
    askedBy(referredBy),
  ],
  link: { label: say('See what’s needed'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})
