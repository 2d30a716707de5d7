import { type Email, greeting, say } from '../layout.ts'

export type NamedFacts = {
  firstName: string
  contact: string
  policies: readonly { carrier: string; policy_number: string; covered_from: string }[]
}

export const namedReason = (): string =>
  say('You’re receiving this because this policy names you as insured.')

/** Nobody has proven this address, so it gets no link, no address of a home and no other name. */
export const namedInsuredBoundEmail = (to: string, { firstName, contact, policies }: NamedFacts): Email => ({
  to,
  subject: say('A policy that names you is bound'),
  paragraphs: [
    greeting(firstName),
    ...policies.map(({ carrier, covered_from }) =>
      say('A homeowners policy from {carrier} names you as insured. It covers the home from {start}.', {
        carrier,
        start: covered_from,
      }),
    ),
    say(
      'The person who bought it can download the binder. If you didn’t expect this or have a question, {contact}.',
      {
        contact,
      },
    ),
  ],
  facts: policies.flatMap(({ carrier, policy_number, covered_from }) => [
    [say('Insurance company'), carrier] as const,
    [say('Policy number'), policy_number] as const,
    [say('Covered from'), covered_from] as const,
  ]),
  reason: namedReason(),
})
