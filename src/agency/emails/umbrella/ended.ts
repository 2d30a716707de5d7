import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'

type UmbrellaBlockedFacts = {
  firstName: string
  carrier: string
  /** Null when it rests on a consumer report, which only the buyer is told. */
  reason: string | null
  stopped: boolean
  contact: string
  link: string
  money_back: string | null
  referredBy: string | null
}

const whyBlocked = ({ reason, stopped }: Pick<UmbrellaBlockedFacts, 'reason' | 'stopped'>): string => {
  if (reason === null) return say('The reason is in a separate notice to the buyer.')
  return stopped ? reason : say('The insurance company gave this reason: {reason}', { reason })
}

export const umbrellaBlockedEmail = (
  to: string,
  { firstName, carrier, reason, stopped, contact, money_back, link, referredBy }: UmbrellaBlockedFacts,
): Email => ({
  to,
  subject: say('Your umbrella policy was not issued'),
  paragraphs: [
    greeting(firstName),
    stopped
      ? say('We did not send the order for your umbrella policy to {carrier}, so it doesn’t cover you.', {
          carrier,
        })
      : say(
          '{carrier} did not issue the umbrella policy that was ordered for you, so it doesn’t cover you.',
          { carrier },
        ),
    whyBlocked({ reason, stopped }),
    ...(money_back === null ? [] : [money_back]),
    say('Keep the coverage you have. To look for another policy, {contact}.', { contact }),
  ],
  facts: [[say('Insurance company'), carrier], [say('Policy'), say('Not issued')], askedBy(referredBy)],
  link: { label: say('See your application'), url: link },
  reason: say('You’re receiving this because {who} asked us for this insurance for you.', {
    who: referrer(referredBy),
  }),
})

type UmbrellaStartPassedFacts = {
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
