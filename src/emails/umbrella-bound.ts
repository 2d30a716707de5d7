import { type Email, greeting, referrer } from './layout.ts'

export type UmbrellaBoundFacts = {
  firstName: string
  carrier: string
  policy_number: string
  covered_from: string
  limit: string
  link: string | null
  referredBy: string | null
}

export const umbrellaBoundEmail = (to: string, facts: UmbrellaBoundFacts): Email => {
  const { firstName, carrier, policy_number, covered_from, limit, link, referredBy } = facts
  return {
    to,
    subject: 'Your umbrella policy is bound',
    paragraphs: [
      greeting(firstName),
      `Your umbrella policy from ${carrier} covers you from ${covered_from}. It adds up to ${limit} of liability coverage on top of your home and auto policies. Your policy number is ${policy_number}.`,
      'Keep your home and auto policies active with at least the limits listed in the binder. The umbrella only pays above those limits.',
      ...(link === null ? [] : ['You can download the binder, your proof of insurance, for 30 days.']),
    ],
    ...(link !== null && { link: { label: 'Download the binder', url: link } }),
    reason: `You’re receiving this because ${referrer(referredBy)} bought this policy for you at your request.`,
  }
}
