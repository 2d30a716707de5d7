import type { Email } from './layout.ts'

export type BoundFacts = {
  firstName: string
  link: string
  policies: readonly { carrier: string; policy_number: string; effective_date: string; covers: string }[]
}

export const policyBoundEmail = (to: string, { firstName, link, policies }: BoundFacts): Email => ({
  to,
  subject: policies.length === 1 ? 'Your policy is bound' : 'Your policies are bound',
  paragraphs: [
    `Hello ${firstName},`,
    ...policies.map(
      ({ carrier, policy_number, effective_date, covers }) =>
        `${covers} is insured with ${carrier} from ${effective_date}. Your policy number is ${policy_number}.`,
    ),
    'Sign in to see what is covered and to download your binder, the proof of insurance that a lender asks for.',
  ],
  link: { label: 'See your policy', url: link },
  reason: 'You get this mail because you signed for this insurance.',
})
