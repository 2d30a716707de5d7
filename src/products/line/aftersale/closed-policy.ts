import { lifeOf } from '../../../agency/policies/life/life.ts'
import { hasEnded } from '../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { PolicyRequestInput } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { fail } from '../../../platform/errors.ts'
import { dayWords } from '../../../platform/values/calendar.ts'

const ENDED =
  'This policy has ended, so only copies of documents can be asked for here. For anything else, contact the agency.'
const CANCELED =
  'The end of this policy is set, so only copies of documents can be asked for here. To change it before that day, or to keep it, contact the agency.'

type Kind = Pick<PolicyRequestInput, 'kind'>

const isOpen = (policy: Policy, { kind }: Kind, now: Date): boolean =>
  kind === 'documents' || (policy.end === null && !hasEnded(policy, now))

export const refuseClosed = (policy: Policy, input: Kind, now: Date): void => {
  if (!isOpen(policy, input, now))
    fail('conflict', {
      message: hasEnded(policy, now) ? ENDED : CANCELED,
      current_status: lifeOf(policy, now),
    })
}

export const refuseClosedToCaller = (app: App, policy: Policy, input: Kind): void => {
  const now = app.clock.now()
  if (isOpen(policy, input, now)) return
  const contact = contactWords(app.config.agency)
  const only = 'so you can ask only for copies, with kind: documents.'
  fail('conflict', {
    message:
      policy.end === null || hasEnded(policy, now)
        ? `This policy has ended, ${only} For anything else, ${contact}.`
        : `This policy ends on ${dayWords(policy.end.ended_on)}, ${only} To change it before that day, or to keep it, ${contact}.`,
    current_status: lifeOf(policy, now),
  })
}
