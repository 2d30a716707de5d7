import { type Email, type EmailFact, greeting } from './layout.ts'
import { looksLikeLink } from './rules/safe-name.ts'

export type BoundFacts = {
  firstName: string
  link: string
  policies: readonly { carrier: string; policy_number: string; covered_from: string; covers: string }[]
}

const homeIn = (covers: string): string => (looksLikeLink(covers) ? 'your home' : covers)

const factsOf = ({ carrier, policy_number, covered_from }: BoundFacts['policies'][number]): EmailFact[] => [
  ['Insurance company', carrier],
  ['Policy number', policy_number],
  ['Covered from', covered_from],
]

export const policyBoundEmail = (to: string, { firstName, link, policies }: BoundFacts): Email => ({
  to,
  subject: policies.length === 1 ? 'Your policy is bound' : 'Your policies are bound',
  paragraphs: [
    greeting(firstName),
    ...policies.map(
      ({ carrier, covered_from, covers }) =>
        `Your ${carrier} policy covers ${homeIn(covers)} from ${covered_from}.`,
    ),
    'Sign in to see your coverage and download your binder, the proof of insurance that mortgage lenders ask for.',
  ],
  facts: policies.flatMap(factsOf),
  link: { label: 'See your policy', url: link },
  reason: 'You’re receiving this because you signed for this policy.',
})
