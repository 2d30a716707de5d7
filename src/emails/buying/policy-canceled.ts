import { type Email, type EmailFact, greeting, longDate } from '../layout.ts'
import { say } from '../rules/say.ts'

type About = { firstName: string; carrier: string; policy_number: string; contact: string }

type CanceledFacts = About & {
  by: 'insured' | 'carrier'
  ended_on: string
  isOver: boolean
  /** What we give back. Null: nothing is decided, or nothing was paid through us. */
  refund: string | null
}

const reason = (): string => say('You’re receiving this because this policy was bought through us.')

const factsOf = ({ carrier, policy_number }: About): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
]

export const policyCanceledEmail = (to: string, facts: CanceledFacts): Email => {
  const { firstName, carrier, policy_number, contact, by, isOver, refund } = facts
  const day = longDate(facts.ended_on)
  const about = { carrier, policy_number, day }
  return {
    to,
    subject: say('Your policy was canceled'),
    paragraphs: [
      greeting(firstName),
      by === 'carrier'
        ? say('{carrier} canceled your policy {policy_number}.', about)
        : say('Your policy {policy_number} from {carrier} was canceled, as you asked.', about),
      isOver
        ? say(
            'Coverage ended on {day} at 12:01 a.m. You have had no coverage since then, unless you have another policy.',
            about,
          )
        : say(
            'Coverage ends on {day} at 12:01 a.m. You have no coverage from then on, unless you have another policy.',
            about,
          ),
      isOver
        ? say(
            'If you still need insurance, get a new policy now. If a lender requires insurance, tell them about the new policy.',
          )
        : say(
            'If you still need insurance, get a new policy that starts by {day}. If a lender requires insurance, tell them about the new policy.',
            about,
          ),
      ...(refund === null
        ? []
        : [say('We’re refunding {amount}. We’ll email you when it’s sent.', { amount: refund })]),
      say('If you didn’t expect this or have a question, {contact}.', { contact }),
    ],
    facts: [...factsOf(facts), [say('Coverage ends'), say('{day}, 12:01 a.m.', { day })]],
    reason: reason(),
  }
}

type KeptFacts = About & { until: string; owed: { amount: string; due_on: string } | null }

export const policyKeptEmail = (to: string, facts: KeptFacts): Email => ({
  to,
  subject: say('Your policy continues'),
  paragraphs: [
    greeting(facts.firstName),
    say(
      'The cancellation of your policy {policy_number} from {carrier} was taken back. The policy continues.',
      {
        carrier: facts.carrier,
        policy_number: facts.policy_number,
      },
    ),
    ...(facts.owed
      ? [
          say(
            'We refunded {amount} of your premium when it was canceled. This amount is due again by {day}. You’ll get an invoice for it.',
            { amount: facts.owed.amount, day: longDate(facts.owed.due_on) },
          ),
        ]
      : []),
    say('If you have a question, {contact}.', { contact: facts.contact }),
  ],
  facts: [
    ...factsOf(facts),
    [say('Coverage ends'), say('{day}, 12:01 a.m.', { day: longDate(facts.until) })],
  ],
  reason: reason(),
})
