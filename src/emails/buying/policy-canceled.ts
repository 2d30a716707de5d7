import { longDate } from '../../language/long-date.ts'
import { type Email, type EmailFact, greeting } from '../layout.ts'
import { say } from '../rules/say.ts'
import { namedReason } from './named-insured.ts'

type About = {
  firstName: string
  carrier: string
  policy_number: string
  contact: string
  /** Named in the policy, but not the person who bought it. */
  isOther?: boolean | undefined
}

type CanceledFacts = About & {
  by: 'insured' | 'carrier'
  ended_on: string
  isOver: boolean
  /** Canceled from the start: it never took effect. */
  isVoid: boolean
  /** What we give back. Null: nothing is decided, or nothing was paid through us. */
  refund: string | null
}

const reason = ({ isOther }: About): string =>
  isOther ? namedReason() : say('You’re receiving this because this policy was bought through us.')

const byInsured = ({ carrier, policy_number, isOther }: About): string =>
  isOther
    ? say('Your policy {policy_number} from {carrier} was canceled at the request of the insured.', {
        carrier,
        policy_number,
      })
    : say('Your policy {policy_number} from {carrier} was canceled, as you asked.', {
        carrier,
        policy_number,
      })

const factsOf = ({ carrier, policy_number }: About): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
]

const endWords = ({ isOver, isVoid }: CanceledFacts, day: string): string => {
  if (isVoid)
    return say(
      'It was canceled from the start and never took effect. You have no coverage, unless you have another policy.',
    )
  return isOver
    ? say(
        'Coverage ended on {day} at 12:01 a.m. You have had no coverage since then, unless you have another policy.',
        { day },
      )
    : say(
        'Coverage ends on {day} at 12:01 a.m. You have no coverage from then on, unless you have another policy.',
        { day },
      )
}

export const policyCanceledEmail = (to: string, facts: CanceledFacts): Email => {
  const { firstName, carrier, policy_number, contact, by, isOver, isVoid, refund } = facts
  const day = longDate(facts.ended_on)
  const about = { carrier, policy_number, day }
  return {
    to,
    subject: say('Your policy was canceled'),
    paragraphs: [
      greeting(firstName),
      by === 'carrier' ? say('{carrier} canceled your policy {policy_number}.', about) : byInsured(facts),
      endWords(facts, day),
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
    facts: [
      ...factsOf(facts),
      isVoid
        ? [say('Coverage'), say('None: canceled from the start')]
        : [say('Coverage ends'), say('{day}, 12:01 a.m.', { day })],
    ],
    reason: reason(facts),
  }
}

export const policyKeptEmail = (to: string, facts: About & { until: string }): Email => ({
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
    say('If you have a question, {contact}.', { contact: facts.contact }),
  ],
  facts: [
    ...factsOf(facts),
    [say('Coverage ends'), say('{day}, 12:01 a.m.', { day: longDate(facts.until) })],
  ],
  reason: reason(facts),
})
