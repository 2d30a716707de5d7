import type { App } from '../../app.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import { hasEnded } from '../../policies/policy-end.ts'
import { isWaiting } from '../../policies/requests.ts'
import { type Turn, turns } from '../wire/waiting-on.ts'

type Renewing = Pick<Policy, 'renewals' | 'requests'> & Parameters<typeof hasEnded>[0]

/** Staff ask the carrier, and tell it what the person accepted. Null: nothing waits. */
export const renewalTurn = (policy: Renewing, person: Turn, now: Date): Turn | null => {
  const { status } = policy.renewals.at(-1) ?? {}
  if (policy.end !== null || hasEnded(policy, now)) return null
  if (status === 'due') return turns.staff
  if (status !== 'offered') return null
  const isAccepted = policy.requests.some(one => one.kind === 'renewal' && isWaiting(one))
  return isAccepted ? turns.staff : person
}

/** Of the policies of an application that is bound. The person's turn comes first. */
export const boundTurn = async (app: App, uid: string, person: Turn): Promise<Turn> => {
  const now = app.clock.now()
  const found = (await policiesOf(app, uid)).map(policy => renewalTurn(policy, person, now))
  return found.find(turn => turn === person) ?? found.find(turn => turn !== null) ?? turns.over
}
