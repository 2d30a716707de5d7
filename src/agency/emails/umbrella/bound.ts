import { longDate } from '../../../platform/language/language.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { type Email, type EmailFact, englishNotices, greeting, referrer, say } from '../layout.ts'

export type UmbrellaBoundFacts = {
  firstName: string
  carrier: string
  policy_number: string
  covered_from: string
  price: string
  limit: string | null
  renewed?: { from: string; until: string }
  signedOn: string | null
  confirmedOn: string | null
  link: string | null
  referredBy: string | null
  paid: readonly EmailFact[]
  surplus_lines?: readonly string[]
  illustrative?: boolean
  isBinderOver?: boolean
}

const ordered = ({ signedOn, confirmedOn, referredBy }: UmbrellaBoundFacts): string[] => {
  if (signedOn !== null) return [say('You signed for it on {day}.', { day: longDate(signedOn) })]
  return confirmedOn === null
    ? []
    : [
        say(
          '{who} ordered it on your behalf and told us that you confirmed the purchase on {day}. If you didn’t, contact the agency right away.',
          { who: capitalized(referrer(referredBy)), day: longDate(confirmedOn) },
        ),
      ]
}

type Renewed = NonNullable<UmbrellaBoundFacts['renewed']>

const periodWords = ({ from, until }: Renewed): Renewed => ({ from: longDate(from), until: longDate(until) })

const coverWords = ({
  carrier,
  covered_from,
  limit,
  renewed,
  illustrative,
}: UmbrellaBoundFacts): string[] => {
  if (!renewed && illustrative)
    return [
      say('The demonstration umbrella policy from {carrier} starts {start}. It covers nothing.', {
        carrier,
        start: covered_from,
      }),
    ]
  if (!renewed)
    return [
      say(
        'Your umbrella policy from {carrier} covers you from {start}. It adds up to {limit} of liability coverage on top of your home and auto policies.',
        { carrier, start: covered_from, limit: limit ?? '' },
      ),
    ]
  return [
    say('{carrier} renewed your umbrella policy from {from} to {until}.', {
      carrier,
      ...periodWords(renewed),
    }),
    limit === null
      ? say('We have no record of its limit in this period. Its declarations page states it.')
      : say('It adds up to {limit} of liability coverage on top of your home and auto policies.', { limit }),
  ]
}

const proofWords = ({ illustrative, link, renewed, isBinderOver }: UmbrellaBoundFacts): string[] => {
  if (illustrative)
    return [say('This is a demonstration. The insurance company is invented, and nothing is insured.')]
  if (link === null || renewed) return []
  return isBinderOver
    ? [
        say(
          'The binder has ended. The policy and its declarations page, from the insurance company, are your proof of insurance.',
        ),
      ]
    : [say('You can download the binder, your proof of insurance, for 30 days.')]
}

/** Bound until the carrier's own page is on file, issued from then on. */
const subjectOf = ({ renewed, isBinderOver }: UmbrellaBoundFacts): string => {
  if (renewed) return say('Your renewed umbrella policy')
  return isBinderOver ? say('Your umbrella policy is issued') : say('Your umbrella policy is bound')
}

export const umbrellaBoundEmail = (to: string, facts: UmbrellaBoundFacts): Email => {
  const { firstName, carrier, policy_number, covered_from, limit, link, referredBy, renewed } = facts
  return {
    to,
    subject: subjectOf(facts),
    paragraphs: [
      greeting(firstName),
      ...coverWords(facts),
      ...englishNotices(facts.surplus_lines ?? []),
      ...ordered(facts),
      renewed
        ? say(
            'Keep your home and auto policies active with at least the limits that your umbrella policy requires. It only pays above those limits. Its declarations page states them.',
          )
        : say(
            'Keep your home and auto policies active with at least the limits listed in the binder. The umbrella only pays above those limits.',
          ),
      say(
        'The policy may require other underlying limits, for example for motorcycles, boats or rentals. It may also have a retained limit, which you pay yourself. Its declarations page states them.',
      ),
      ...proofWords(facts),
    ],
    facts: [
      [say('Insurance company'), carrier],
      [say('Policy number'), policy_number],
      ...(limit === null ? [] : ([[say('Limit'), limit]] as const)),
      renewed
        ? [say('Period'), say('{from} to {until}', periodWords(renewed))]
        : [facts.illustrative ? say('Start date') : say('Covered from'), covered_from],
      [say('Price'), facts.price],
      ...facts.paid,
    ],
    ...(link !== null && {
      link: { label: renewed ? say('See your policy') : say('Download the binder'), url: link },
    }),
    reason:
      facts.signedOn === null
        ? say('You’re receiving this because {who} ordered this policy for you.', {
            who: referrer(referredBy),
          })
        : say('You’re receiving this because you signed for this policy.'),
  }
}
