import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'

type UmbrellaEndedFacts = {
  firstName: string
  carrier: string
  by: 'buyer' | 'agency'
  contact: string
  money_back: string | null
  referredBy: string | null
}

export const umbrellaEndedEmail = (
  to: string,
  { firstName, carrier, by, contact, money_back, referredBy }: UmbrellaEndedFacts,
): Email => ({
  to,
  subject: say('Your umbrella purchase was ended'),
  paragraphs: [
    greeting(firstName),
    by === 'buyer'
      ? say('Your purchase of an umbrella policy from {carrier} was ended, as you asked.', { carrier })
      : say('We ended your purchase of an umbrella policy from {carrier}.', { carrier }),
    say('Nothing was bought, you have no coverage from it, and you owe nothing for it.'),
    ...(money_back === null ? [] : [money_back]),
    say('If you didn’t expect this or have a question, {contact}.', { contact }),
  ],
  facts: [[say('Insurance company'), carrier], askedBy(referredBy)],
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})
