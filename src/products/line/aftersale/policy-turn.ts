import { hasOfferLapsed } from '../../../agency/policies/life/life.ts'
import { hasEnded } from '../../../agency/policies/life/policy-end.ts'
import { isWaiting } from '../../../agency/policies/life/requests.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { type Turn, turns } from '../wire/waiting-on.ts'

type Lived = Pick<Policy, 'renewals' | 'requests'> & Parameters<typeof hasEnded>[0]

const requestTurn = ({ requests }: Lived): Turn | null => {
  const waiting = requests.filter(isWaiting)
  if (waiting.length === 0) return null
  return waiting.some(({ status }) => status === 'open') ? turns.staff : turns.late_carrier
}

const awaitsYes = ({ renewals, requests }: Lived): boolean =>
  renewals.at(-1)?.status === 'offered' &&
  !requests.some(one => isWaiting(one) && (one.kind === 'renewal' || one.kind === 'cancellation'))

export const policyTurn = (policy: Lived, person: Turn, now: Date): Turn | null => {
  if (policy.end !== null || hasEnded(policy, now)) return requestTurn(policy)
  const isLapsed = hasOfferLapsed(policy, now)
  if (awaitsYes(policy) && !isLapsed) return person
  const isDue = isLapsed || policy.renewals.at(-1)?.status === 'due'
  return requestTurn(policy) ?? (isDue ? turns.staff : null)
}

export const boundTurn = async (app: App, uid: string, person: Turn): Promise<Turn> => {
  const now = app.clock.now()
  const found = (await policiesOf(app, uid)).map(policy => policyTurn(policy, person, now))
  return found.find(turn => turn === person) ?? found.find(turn => turn !== null) ?? turns.over
}
