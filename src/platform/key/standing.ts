import type { App } from '../app.ts'
import { contactWords } from '../config/agency.ts'
import { fail } from '../errors.ts'
import { findOperator, type OperatorRow, type OperatorStanding } from './store.ts'

type Rules = Pick<App, 'config'>

const isOpen = (standing: OperatorStanding, { config }: Rules): boolean =>
  standing === 'approved' || (standing === 'waiting' && config.operatorApproval === 'auto')

export const standingOf = ({ standing }: Pick<OperatorRow, 'standing'>): OperatorStanding =>
  standing ?? 'approved'

const STILL_OPEN = 'The sandbox and the calculators still work.'

const whyClosed = (standing: OperatorStanding, { config }: Rules): string => {
  const { agency } = config
  if (standing === 'waiting')
    return `Live applications open once ${agency.name} has approved your account. We’ll email you then. Until then, send sandbox: true on the first call, or use the calculators.`
  const act = standing === 'suspended' ? 'suspended' : 'ended'
  return `${agency.name} ${act} live applications for this account. To reopen them, ${contactWords(agency)}. ${STILL_OPEN}`
}

export const whyNotLive = (rules: Rules, operator: Pick<OperatorRow, 'standing'>): string | null => {
  const standing = standingOf(operator)
  return isOpen(standing, rules) ? null : whyClosed(standing, rules)
}

export const whyAccessEnded = (rules: Rules, operator: Pick<OperatorRow, 'standing'>): string | null =>
  standingOf(operator) === 'revoked' ? whyNotLive(rules, operator) : null

export const whyOperatorNotLive = async (
  app: App,
  { operatorUid }: { operatorUid: string },
): Promise<string | null> =>
  whyNotLive(app, (await findOperator(app.db, operatorUid)) ?? fail('unauthorized'))

type Caller = { kind: string; operatorUid?: string }

export const operatorOf = async (app: App, { operatorUid }: Caller): Promise<OperatorRow | null> =>
  operatorUid === undefined ? null : ((await findOperator(app.db, operatorUid)) ?? fail('unauthorized'))

/** Every live write of an operator passes here. Other callers act for themselves. */
export const refuseUnapproved = (
  app: App,
  operator: OperatorRow | null,
  { sandbox }: { sandbox: boolean },
): void => {
  const message = sandbox || operator === null ? null : whyNotLive(app, operator)
  if (message !== null) fail('operator_not_approved', { message })
}

export const refuseUnlessLive = async (
  app: App,
  caller: Caller,
  write: { sandbox: boolean },
): Promise<void> => {
  if (!write.sandbox) refuseUnapproved(app, await operatorOf(app, caller), write)
}

export const firstStanding = ({ config, clock }: App) =>
  ({
    standing: config.operatorApproval === 'auto' ? 'approved' : 'waiting',
    standing_at: clock.now(),
    standing_by: 'service',
  }) as const
