import { askedBy, type Email, greeting, referrer, say } from '../layout.ts'

export type UmbrellaBlockedFacts = {
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
