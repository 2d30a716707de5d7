import { longDate } from '../../platform/language/language.ts'
import { looksLikeLink } from '../../platform/values/safe-name.ts'
import { type Email, type EmailFact, englishNotices, greeting, say } from './layout.ts'

export type BoundFacts = {
  firstName: string
  link: string
  policies: readonly {
    carrier: string
    policy_number: string
    covered_from: string
    covers: string
    price: string
    paid: readonly EmailFact[]
    renewed?: { from: string; until: string }
    isBinderOver?: boolean
    surplus_lines?: readonly string[]
    illustrative?: boolean
  }[]
}

type Bound = BoundFacts['policies'][number]

const homeIn = (covers: string): string => (looksLikeLink(covers) ? say('your home') : covers)

type Renewed = { from: string; until: string }

const periodWords = ({ from, until }: Renewed): Renewed => ({ from: longDate(from), until: longDate(until) })

const factsOf = ({
  carrier,
  policy_number,
  covered_from,
  price,
  paid,
  renewed,
  illustrative,
}: Bound): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
  ...(renewed
    ? ([[say('Period'), say('{from} to {until}', periodWords(renewed))]] as const)
    : ([[illustrative ? say('Start date') : say('Covered from'), covered_from]] as const)),
  [say('Price'), price],
  ...paid,
]

const subjectOf = (policies: BoundFacts['policies']): string => {
  if (policies.every(({ renewed }) => renewed))
    return policies.length === 1 ? say('Your renewed policy') : say('Your renewed policies')
  // Bound until the carrier's own page is on file, issued from then on.
  if (policies.every(({ renewed, isBinderOver }) => renewed || isBinderOver))
    return policies.length === 1 ? say('Your policy is issued') : say('Your policies are issued')
  return policies.length === 1 ? say('Your policy is bound') : say('Your policies are bound')
}

const isDemonstration = (policies: BoundFacts['policies']): boolean =>
  policies.length > 0 && policies.every(({ illustrative }) => illustrative)

const proofWords = (policies: BoundFacts['policies']): string => {
  if (isDemonstration(policies))
    return say(
      'This is a demonstration. The insurance company is invented, and nothing is insured. Sign in to see what a policy and its documents look like.',
    )
  if (policies.every(({ renewed }) => renewed))
    return say(
      'Sign in to see your coverage and your documents. The declarations page of the renewal is your proof of insurance.',
    )
  return policies.every(({ renewed, isBinderOver }) => renewed || isBinderOver)
    ? say(
        'Sign in to see your coverage and your documents. The policy and its declarations page, from the insurance company, are your proof of insurance.',
      )
    : say(
        'Sign in to see your coverage, download your binder, and send evidence of insurance to your lender. The binder is your proof of insurance until the policy arrives.',
      )
}

const coverWords = ({ carrier, covered_from, covers, renewed, illustrative }: Bound): string => {
  const home = homeIn(covers)
  if (renewed)
    return say('{carrier} renewed your policy for {home} from {from} to {until}.', {
      carrier,
      home,
      ...periodWords(renewed),
    })
  return illustrative
    ? say('The demonstration policy from {carrier} for {home} starts {start}. It covers nothing.', {
        carrier,
        home,
        start: covered_from,
      })
    : say('Your policy from {carrier} covers {home} from {start}.', { carrier, home, start: covered_from })
}

export const policyBoundEmail = (to: string, { firstName, link, policies }: BoundFacts): Email => ({
  to,
  subject: subjectOf(policies),
  paragraphs: [
    greeting(firstName),
    ...policies.map(coverWords),
    ...englishNotices([...new Set(policies.flatMap(({ surplus_lines = [] }) => surplus_lines))]),
    proofWords(policies),
  ],
  facts: policies.flatMap(policy =>
    policies.length === 1 ? factsOf(policy) : [[say('Home'), homeIn(policy.covers)], ...factsOf(policy)],
  ),
  link: { label: say('See your policy'), url: link },
  reason: say('You’re receiving this because you signed for this policy.'),
})
