import { capitalized, type Email, greeting, longDate, referrer } from '../layout.ts'

export type UmbrellaBoundFacts = {
  firstName: string
  carrier: string
  policy_number: string
  covered_from: string
  limit: string
  /** Set if the buyer signed. */
  signedOn: string | null
  /** Set if somebody stated that the buyer confirmed the purchase to them. */
  confirmedOn: string | null
  link: string | null
  referredBy: string | null
}

const ordered = ({ signedOn, confirmedOn, referredBy }: UmbrellaBoundFacts): string[] => {
  if (signedOn !== null) return [`You signed for it on ${longDate(signedOn)}.`]
  return confirmedOn === null
    ? []
    : [
        `${capitalized(referrer(referredBy))} ordered it on your behalf and told us that you confirmed the purchase on ${longDate(confirmedOn)}. If you didn’t, contact the agency right away.`,
      ]
}

export const umbrellaBoundEmail = (to: string, facts: UmbrellaBoundFacts): Email => {
  const { firstName, carrier, policy_number, covered_from, limit, link, referredBy } = facts
  return {
    to,
    subject: 'Your umbrella policy is bound',
    paragraphs: [
      greeting(firstName),
      `Your umbrella policy from ${carrier} covers you from ${covered_from}. It adds up to ${limit} of liability coverage on top of your home and auto policies.`,
      ...ordered(facts),
      'Keep your home and auto policies active with at least the limits listed in the binder. The umbrella only pays above those limits.',
      ...(link === null ? [] : ['You can download the binder, your proof of insurance, for 30 days.']),
    ],
    facts: [
      ['Insurance company', carrier],
      ['Policy number', policy_number],
      ['Limit', limit],
      ['Covered from', covered_from],
    ],
    ...(link !== null && { link: { label: 'Download the binder', url: link } }),
    reason:
      facts.signedOn === null
        ? `You’re receiving this because ${referrer(referredBy)} bought this policy for you.`
        : 'You’re receiving this because you signed for this policy.',
  }
}
