import type { AuditStep } from '../../../platform/audit/store.ts'
import type { Listed } from '../book/listed.ts'
import type { Other } from './customer.ts'

type Application = Pick<Listed, 'uid' | 'line' | 'owner'>
type Steps = Application & {
  history: readonly AuditStep[]
  others: readonly (Application & Pick<Other, 'steps'>)[]
}

const stepsOf = ({ uid, line, owner }: Application, steps: readonly AuditStep[]) =>
  steps.map(({ at, actor, event }) => ({ at, actor, event, uid, line, owner }))

export const timelineOf = (customer: Steps) =>
  [stepsOf(customer, customer.history), ...customer.others.map(other => stepsOf(other, other.steps))]
    .flatMap(steps => steps.toReversed())
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
