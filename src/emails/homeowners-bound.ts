import { type Email, greeting } from './layout.ts'
import { looksLikeLink } from './rules/safe-name.ts'

export type BoundFacts = {
  firstName: string
  link: string
  policies: readonly { carrier: string; policy_number: string; covered_from: string; covers: string }[]
}

export const policyBoundEmail = (to: string, { firstName, link, policies }: BoundFacts): Email => ({
  to,
  subject: policies.length === 1 ? 'Your policy is bound' : 'Your policies are bound',
  paragraphs: [
    greeting(firstName),
    ...policies.map(
      ({ carrier, policy_number, covered_from, covers }) =>
        `Your ${carrier} policy covers ${looksLikeLink(covers) ? 'your home' : covers} from ${covered_from}. Your policy number is ${policy_number}.`,
    ),
    'Sign in to see your coverage and download your binder, the proof of insurance that mortgage lenders ask for.',
  ],
  link: { label: 'See your policy', url: link },
  reason: 'You’re receiving this because you signed for this policy.',
})
