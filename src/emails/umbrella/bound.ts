import { longDate } from '../../language/long-date.ts'
import { capitalized } from '../../lib/capitalized.ts'
import { type Email, type EmailFact, greeting, referrer } from '../layout.ts'
import { say } from '../rules/say.ts'

export type UmbrellaBoundFacts = {
  firstName: string
  carrier: string
  policy_number: string
  covered_from: string
  price: string
  limit: string
  signedOn: string | null
  confirmedOn: string | null
  link: string | null
  referredBy: string | null
  paid: readonly EmailFact[]
  surplus_lines?: readonly string[]
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

export const umbrellaBoundEmail = (to: string, facts: UmbrellaBoundFacts): Email => {
  const { firstName, carrier, policy_number, covered_from, limit, link, referredBy } = facts
  return {
    to,
    subject: say('Your umbrella policy is bound'),
    paragraphs: [
      greeting(firstName),
      say(
        'Your umbrella policy from {carrier} covers you from {start}. It adds up to {limit} of liability coverage on top of your home and auto policies.',
        { carrier, start: covered_from, limit },
      ),
      ...(facts.surplus_lines ?? []),
      ...ordered(facts),
      say(
        'Keep your home and auto policies active with at least the limits listed in the binder. The umbrella only pays above those limits.',
      ),
      say(
        'The policy may require other underlying limits, for example for motorcycles, boats or rentals. It may also have a retained limit, which you pay yourself. Its declarations page states them.',
      ),
      ...(link === null ? [] : [say('You can download the binder, your proof of insurance, for 30 days.')]),
    ],
    facts: [
      [say('Insurance company'), carrier],
      [say('Policy number'), policy_number],
      [say('Limit'), limit],
      [say('Covered from'), covered_from],
      [say('Price'), facts.price],
      ...facts.paid,
    ],
    ...(link !== null && { link: { label: say('Download the binder'), url: link } }),
    reason:
      facts.signedOn === null
        ? say('You’re receiving this because {who} bought this policy for you.', {
            who: referrer(referredBy),
          })
        : say('You’re receiving this because you signed for this policy.'),
  }
}
