import { type Email, type EmailFact, greeting } from './layout.ts'
import { looksLikeLink } from './rules/safe-name.ts'
import { say } from './rules/say.ts'

export type BoundFacts = {
  firstName: string
  link: string
  policies: readonly {
    carrier: string
    policy_number: string
    covered_from: string
    covers: string
    /** Of a year, in the language of the reader. */
    price: string
    paid: readonly EmailFact[]
    /** The state's own words, as on the binder. */
    surplus_lines?: readonly string[]
  }[]
}

const homeIn = (covers: string): string => (looksLikeLink(covers) ? say('your home') : covers)

const factsOf = ({
  carrier,
  policy_number,
  covered_from,
  price,
  paid,
}: BoundFacts['policies'][number]): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
  [say('Covered from'), covered_from],
  [say('Price'), price],
  ...paid,
]

export const policyBoundEmail = (to: string, { firstName, link, policies }: BoundFacts): Email => ({
  to,
  subject: policies.length === 1 ? say('Your policy is bound') : say('Your policies are bound'),
  paragraphs: [
    greeting(firstName),
    ...policies.map(({ carrier, covered_from, covers }) =>
      say('Your {carrier} policy covers {home} from {start}.', {
        carrier,
        home: homeIn(covers),
        start: covered_from,
      }),
    ),
    ...new Set(policies.flatMap(({ surplus_lines = [] }) => surplus_lines)),
    say(
      'Sign in to see your coverage, download your binder, and send evidence of insurance to your lender. The binder is your proof of insurance until the policy arrives.',
    ),
  ],
  facts: policies.flatMap(factsOf),
  link: { label: say('See your policy'), url: link },
  reason: say('You’re receiving this because you signed for this policy.'),
})
