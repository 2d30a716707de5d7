import { askedBy, type Email, greeting, referrer } from '../layout.ts'

export type UmbrellaBlockedFacts = {
  firstName: string
  carrier: string
  /** Null when it rests on a consumer report, which only the buyer is told. */
  reason: string | null
  contact: string
  link: string
  /** What happens to money that was paid or held. */
  money_back: string | null
  referredBy: string | null
}

export const umbrellaBlockedEmail = (
  to: string,
  { firstName, carrier, reason, contact, money_back, link, referredBy }: UmbrellaBlockedFacts,
): Email => ({
  to,
  subject: 'Your umbrella policy was not issued',
  paragraphs: [
    greeting(firstName),
    `${carrier} did not issue the umbrella policy that was ordered for you. You have no coverage from it.`,
    reason === null
      ? 'The reason is in a separate notice to the buyer.'
      : `The insurance company gave this reason: ${reason}`,
    ...(money_back === null ? [] : [money_back]),
    `Keep the coverage you have. To look for another policy, ${contact}.`,
  ],
  facts: [['Insurance company', carrier], ['Policy', 'Not issued'], askedBy(referredBy)],
  link: { label: 'See your application', url: link },
  reason: `You’re receiving this because ${referrer(referredBy)} was buying this policy for you at your request.`,
})
