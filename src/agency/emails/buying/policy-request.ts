import { longDate } from '../../../platform/language/language.ts'
import { askedBy, type Email, type EmailFact, greeting, say, sayKnown } from '../layout.ts'

type About = {
  firstName: string
  carrier: string
  policy_number: string
  contact: string
  what: string
}

type Asked = About & {
  isCancellation: boolean
  wanted_on: string | null
  askerName?: string | null
}

const reason = (): string => say('You’re receiving this because this policy was bought through us.')

const factsOf = ({ carrier, policy_number, what }: About): EmailFact[] => [
  [say('Insurance company'), carrier],
  [say('Policy number'), policy_number],
  [say('What was asked for'), sayKnown(what)],
]

export const policyRequestedEmail = (to: string, asked: Asked): Email => ({
  to,
  subject: say('We received a request about your policy'),
  paragraphs: [
    greeting(asked.firstName),
    say('We received a request about your policy {policy_number} from {carrier}.', {
      policy_number: asked.policy_number,
      carrier: asked.carrier,
    }),
    say('Nothing has changed yet. We’ll ask the insurance company, and email you its answer.'),
    asked.isCancellation
      ? say('You stay covered until the insurance company confirms the cancellation.')
      : say('Until then, the policy stays as it is.'),
    say('If you didn’t ask for this or have a question, {contact}.', { contact: asked.contact }),
  ],
  facts: [
    ...factsOf(asked),
    ...(asked.wanted_on === null ? [] : [[say('From'), longDate(asked.wanted_on)] as const]),
    ...(asked.askerName === undefined ? [] : [askedBy(asked.askerName)]),
  ],
  reason: reason(),
})

type Settled = About & { isDone: boolean; isAsked: boolean; answer: string }

const settledSubject = ({ isDone, isAsked }: Settled): string => {
  if (!isDone) return say('We couldn’t do what was asked about your policy')
  return isAsked ? say('Your policy was changed as requested') : say('Your policy was changed')
}

const settledWords = ({ isDone, isAsked, policy_number, carrier }: Settled): string => {
  const about = { policy_number, carrier }
  if (!isDone)
    return say(
      'The request about your policy {policy_number} from {carrier} was not possible. The policy stays as it was.',
      about,
    )
  return isAsked
    ? say('The request about your policy {policy_number} from {carrier} is done.', about)
    : say('{carrier} changed your policy {policy_number}.', about)
}

export const policyRequestSettledEmail = (to: string, settled: Settled): Email => ({
  to,
  subject: settledSubject(settled),
  paragraphs: [
    greeting(settled.firstName),
    settledWords(settled),
    say('Our note: {answer}', { answer: settled.answer }),
    say('If you have a question, {contact}.', { contact: settled.contact }),
  ],
  facts: settled.isAsked ? factsOf(settled) : factsOf(settled).slice(0, 2),
  reason: reason(),
})
