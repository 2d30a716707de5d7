import type { Email } from './layout.ts'

export type UmbrellaBoundFacts = {
  firstName: string
  carrier: string
  policy_number: string
  effective_date: string
  limit: string
  link: string | null
  referredBy: string | null
}

export const umbrellaBoundEmail = (to: string, facts: UmbrellaBoundFacts): Email => {
  const { firstName, carrier, policy_number, effective_date, limit, link, referredBy } = facts
  return {
    to,
    subject: 'Your umbrella policy is bound',
    paragraphs: [
      firstName === '' ? 'Hello,' : `Hello ${firstName},`,
      `Your umbrella policy of ${carrier} begins on ${effective_date}. It covers up to ${limit} above your home and car policies. Your policy number is ${policy_number}.`,
      'Keep the policies underneath in force, with the limits that the binder names: the umbrella pays only above them.',
      ...(link === null ? [] : ['The binder, your proof of insurance, can be downloaded for 30 days.']),
    ],
    ...(link !== null && { link: { label: 'Download the binder', url: link } }),
    reason: `You get this mail because ${referredBy ?? 'a business you work with'} bought this policy for you, as you asked.`,
  }
}
