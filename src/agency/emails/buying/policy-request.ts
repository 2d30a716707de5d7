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

type Settled = About & { isDone: boolean; answer: string }

export const policyRequestSettledEmail = (to: string, settled: Settled): Email => ({
  to,
  subject: settled.isDone
    ? say('Your policy was changed as requested')
    : say('We couldn’t do what was asked about your policy'),
  paragraphs: [
    greeting(settled.firstName),
    settled.isDone
      ? say('The request about your policy {policy_number} from {carrier} is done.', {
          policy_number: settled.policy_number,
          carrier: settled.carrier,
        })
      : say(
          'The request about your policy {policy_number} from {carrier} was not possible. The policy stays as it was.',
          {
            policy_number: settled.policy_number,
            carrier: settled.carrier,
          },
        ),
    say('Our note: {answer}', { answer: settled.answer }),
    say('If you have a question, {contact}.', { contact: settled.contact }),
  ],
  facts: factsOf(settled),
  reason: reason(),
})
