import { askedBy, type Email, greeting, referrer } from '../layout.ts'

export type UmbrellaBlockedFacts = {
  firstName: string
  carrier: string
  /** Null when it rests on a consumer report, which only the buyer is told. */
  reason: string | null
  contact: string
  referredBy: string | null
}

export const umbrellaBlockedEmail = (
  to: string,
  { firstName, carrier, reason, contact, referredBy }: UmbrellaBlockedFacts,
): Email => ({
  to,
  subject: 'Your umbrella policy was not issued',
  paragraphs: [
    greeting(firstName),
    `${carrier} did not issue the umbrella policy that was ordered for you. You have no coverage from it.`,
    reason === null
      ? 'The reason is in a separate notice to the buyer.'
      : `The insurance company gave this reason: ${reason}`,
    `Keep the coverage you have. If you have paid for this policy, or want to look for another one, ${contact}.`,
  ],
  facts: [['Insurance company', carrier], ['Policy', 'Not issued'], askedBy(referredBy)],
  reason: `You’re receiving this because ${referrer(referredBy)} was buying this policy for you at your request.`,
})
