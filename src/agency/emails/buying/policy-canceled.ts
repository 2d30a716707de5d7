import { longDate } from '../../../platform/language/language.ts'
import { type Email, type EmailFact, greeting, say } from '../layout.ts'
import { namedReason } from './named-insured.ts'
import { newPolicyWords } from './renewal.ts'

type About = {
  firstName: string
  carrier: string
  policy_number: string
  contact: string
  isOther?: boolean | undefined
}

type CanceledFacts = About & {
  by: 'insured' | 'carrier' | 'home_sold' | 'insured_died' | 'other'
  ended_on: string
  isHome: boolean
  isOver: boolean
  isVoid: boolean
  refund: string | null
  refundLater: boolean
}

const reason = ({ isOther }: About): string =>
  isOther ? namedReason() : say('You’re receiving this because this policy was bought through us.')

const byInsured = ({ carrier, policy_number, isOther, ...facts }: CanceledFacts, day: string): string => {
  const about = { carrier, policy_number, day }
  if (isAhead(facts))
    return isOther
      ? say('Your policy {policy_number} from {carrier} ends on {day}, at the request of the insured.', about)
      : say('Your policy {policy_number} from {carrier} ends on {day}, as you asked.', about)
  return isOther
    ? say('Your policy {policy_number} from {carrier} was canceled at the request of the insured.', about)
    : say('Your policy {policy_number} from {carrier} was canceled, as you asked.', about)
}

const factsOf = ({ carrier, policy_number }: About): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
]

/** It still covers, so nobody says that it was canceled. */
const isAhead = ({ isOver, isVoid }: Pick<CanceledFacts, 'isOver' | 'isVoid'>): boolean => !isOver && !isVoid

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

const isPlain = ({ by }: CanceledFacts): boolean => by !== 'insured' && by !== 'carrier'

const moneyWords = (facts: CanceledFacts): string[] => {
  const { refund: amount, refundLater } = facts
  if (amount !== null)
    return [
      isPlain(facts)
        ? say('We’re refunding {amount}.', { amount })
        : say('We’re refunding {amount}. We’ll email you when it’s sent.', { amount }),
    ]
  return refundLater
    ? [
        say(
          'The insurance company has not told us yet how much of the premium it returns. Once it does, we’ll refund that amount.',
        ),
      ]
    : []
}

const plainEnd = ({ isOver, isVoid }: CanceledFacts, day: string): string => {
  if (isVoid) return say('It was canceled from the start and never took effect.')
  return isOver
    ? say('Coverage ended on {day} at 12:01 a.m. The policy has covered nothing since then.', { day })
    : say('Coverage ends on {day} at 12:01 a.m. The policy covers nothing from then on.', { day })
}

/** For someone who may not be the insured, or about a sale or a death: says only what happened. */
const plainly = (facts: CanceledFacts): Pick<Email, 'subject' | 'paragraphs'> => {
  const { carrier, policy_number } = facts
  const about = { carrier, policy_number, day: longDate(facts.ended_on) }
  return {
    subject: isAhead(facts)
      ? say('Policy {policy_number} ends on {day}', about)
      : say('Policy {policy_number} was canceled', about),
    paragraphs: [
      ...(isAhead(facts) ? [] : [say('Policy {policy_number} from {carrier} was canceled.', about)]),
      plainEnd(facts, about.day),
    ],
  }
}

const byCarrier = ({ carrier, policy_number, ...facts }: CanceledFacts, day: string): string =>
  isAhead(facts)
    ? say('{carrier} is ending your policy {policy_number} on {day}.', { carrier, policy_number, day })
    : say('{carrier} canceled your policy {policy_number}.', { carrier, policy_number })

const directly = (facts: CanceledFacts): Pick<Email, 'subject' | 'paragraphs'> => {
  const { carrier, policy_number, by, isOver, isHome } = facts
  const about = { carrier, policy_number, day: longDate(facts.ended_on) }
  return {
    subject: isAhead(facts) ? say('Your policy ends on {day}', about) : say('Your policy was canceled'),
    paragraphs: [
      by === 'carrier' ? byCarrier(facts, about.day) : byInsured(facts, about.day),
      endWords(facts, about.day),
      ...(by === 'carrier'
        ? [say('This is a message from our agency. It is not the insurance company’s own notice.')]
        : []),
      newPolicyWords({ startsBy: isOver ? null : about.day, isHome }),
    ],
  }
}

export const policyCanceledEmail = (to: string, facts: CanceledFacts): Email => {
  const { firstName, contact, isVoid } = facts
  const { subject, paragraphs } = isPlain(facts) ? plainly(facts) : directly(facts)
  const day = longDate(facts.ended_on)
  return {
    to,
    subject,
    paragraphs: [
      greeting(firstName),
      ...paragraphs,
      ...moneyWords(facts),
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
  reason: reason(facts),
})
