import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'

export type UmbrellaStartPassedFacts = {
  firstName: string
  carrier: string
  effective_date: string
  link: string
  money_back: string | null
  referredBy: string | null
}

export const umbrellaStartPassedEmail = (
  to: string,
  { firstName, carrier, effective_date, link, money_back, referredBy }: UmbrellaStartPassedFacts,
): Email => ({
  to,
  subject: say('Your start date passed, and nothing was bought'),
  paragraphs: [
    greeting(firstName),
    say(
      'Your umbrella policy from {carrier} was not ordered in time for {day}, its start date. Nothing was bought, and you have no coverage from it.',
      { carrier, day: longDate(effective_date) },
    ),
    ...(money_back === null ? [] : [money_back]),
    say('Choose a quote and a new start date to continue.'),
  ],
  facts: [
    [say('Insurance company'), carrier],
    [say('Start date'), say('{day} (passed)', { day: longDate(effective_date) })],
    askedBy(referredBy),
  ],
  link: { label: say('See your quotes'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})
