import { askedBy, type Email, greeting, referrer } from '../layout.ts'
import { say } from '../rules/say.ts'

export type UmbrellaWithdrawnFacts = {
  firstName: string
  carrier: string
  link: string
  money_back: string | null
  referredBy: string | null
}

export const umbrellaWithdrawnEmail = (
  to: string,
  { firstName, carrier, link, money_back, referredBy }: UmbrellaWithdrawnFacts,
): Email => ({
  to,
  subject: say('The chosen quote is no longer available'),
  paragraphs: [
    greeting(firstName),
    say(
      '{carrier} withdrew the umbrella quote that was chosen. Nothing was bought, and you have no coverage from it.',
      { carrier },
    ),
    ...(money_back === null ? [] : [money_back]),
    say('Choose another quote to continue.'),
  ],
  facts: [[say('Insurance company'), carrier], askedBy(referredBy)],
  link: { label: say('See your quotes'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})
