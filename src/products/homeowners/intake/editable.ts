import { lifeOf } from '../../../agency/policies/life/life.ts'
import { hasOpenOrders } from '../../../agency/policies/order-store.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { isOver } from '../../line/wire/policy-words.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord, IntakeCaller } from './intake.ts'

type Who = IntakeCaller['kind']

const BOUND: Readonly<Record<Who, string>> = {
  operator:
    'The policy is bound, so its application can no longer change. To ask for a change of the policy, call POST /api/agent/policies/requests with this uid.',
  shopper:
    'The policy is bound, so its application can no longer change. To ask for a change of the policy, call POST /api/intake/{uid}/policy/requests.',
  homeowner:
    'Your policy is bound, so your application can no longer change. To ask for a change, open your policy and choose what you need.',
  staff:
    'The policy is bound, so its application can no longer change. Record the change under “Record what the customer asks for”.',
}

const POLICY_OVER =
  'The policy was canceled or has expired, so nothing about it can change. To insure the home again, start a new application.'

/** An application is erased only long after its last policy ended. */
const arePoliciesOver = async (app: App, { uid, erasedAt }: HomeownersIntakeRecord): Promise<boolean> => {
  if (erasedAt !== null) return true
  const policies = await policiesOf(app, uid)
  const now = app.clock.now()
  return policies.length > 0 && policies.every(policy => isOver({ life: lifeOf(policy, now) }))
}

export const boundMessage = async (app: App, intake: HomeownersIntakeRecord, by: Who): Promise<string> => {
  const areOver = await arePoliciesOver(app, intake)
  return areOver && (by === 'operator' || by === 'shopper') ? POLICY_OVER : BOUND[by]
}

const OVER: Partial<Record<HomeownersStatus, string>> = {
  withdrawn: 'This application was withdrawn. Start a new one.',
  expired: 'This application has expired. Start a new one.',
}

const BINDING =
  'The policy is being issued right now, so nothing can be changed. Wait a minute and look again.'

export const isBinding = (app: App, { uid, status }: HomeownersIntakeRecord): Promise<boolean> =>
  status === 'selected' ? hasOpenOrders(app.db, uid) : Promise.resolve(false)

export const overMessage = async (
  app: App,
  intake: HomeownersIntakeRecord,
  by: Who,
): Promise<string | undefined> =>
  intake.status === 'bound' ? boundMessage(app, intake, by) : OVER[intake.status]

export const refuseUnlessOpen = async (app: App, intake: HomeownersIntakeRecord, by: Who): Promise<void> => {
  const { status: current_status } = intake
  const over = await overMessage(app, intake, by)
  if (over !== undefined) fail('conflict', { message: over, current_status })
  if (await isBinding(app, intake)) fail('conflict', { message: BINDING, current_status })
}
