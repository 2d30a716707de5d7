import { RENEWAL_DAYS_AHEAD } from '../../../agency/policies/life/period.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { isSharedScope } from '../../../platform/key/guard.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { plusDays } from '../../../platform/values/calendar.ts'
import { refuseOwnPurchase } from '../../line/buying/one-purchase-per-property.ts'
import { propertyKey } from '../../line/fields/address-key.ts'
import { emailMacs } from '../../line/record/intakes.ts'
import type { Answers, Application } from '../application/application.ts'
import { isOpenToDrafts, type UmbrellaStatus, umbrellaLifecycle } from '../application/lifecycle.ts'
import { type Buyer, findPurchase, lockBuyer } from './buyer-store.ts'
import type { Actor } from './intake.ts'

export const purchasing: readonly UmbrellaStatus[] = umbrellaLifecycle.states.filter(
  status => !isOpenToDrafts(status) && status !== 'blocked',
)

type Session = { uid: string | null; owner: string | null; sandbox: boolean; application: Application }

const buyerOf = (app: App, { owner, sandbox, application }: Session): Buyer | null => {
  const { email } = application.household
  return sandbox || owner === null || isSharedScope(owner) || email === undefined
    ? null
    : { owner, emailMacs: emailMacs(app, email) }
}

/** Without a start date, a policy whose renewal is due leaves room. The purchase itself has one. */
export const startsOn = ({ state = '', effective_date }: Answers, now: Date): string => {
  const today = dayIn(state, now)
  const starts = effective_date ?? plusDays(today, RENEWAL_DAYS_AHEAD)
  return starts > today ? starts : today
}

const words = ({ uid, status }: { uid: string; status: UmbrellaStatus }): string =>
  status === 'bound'
    ? `This buyer already has an umbrella policy, ${uid}. Another one can start on the day on which it ends, or later.`
    : `This buyer already has an umbrella purchase, ${uid} (status: ${status}). Continue with POST /api/agent/umbrella/status {"uid": "${uid}"}.`

export const refuseSecondPurchase = async (app: App, session: Session): Promise<void> => {
  const buyer = buyerOf(app, session)
  const other =
    buyer &&
    (await findPurchase(app.db, buyer, {
      uid: session.uid,
      statuses: purchasing,
      starts_on: startsOn(session.application.household, app.clock.now()),
    }))
  if (!other) return
  fail('conflict', {
    message: words(other),
    current_status: other.status,
    fields: [{ path: 'intake.email', code: 'email_in_use', facts: { uid: other.uid }, expected: other.uid }],
  })
}

export const isAddressAllowed = ({ allowed_address, household }: Application): boolean =>
  allowed_address !== undefined && allowed_address === propertyKey(household)

type Drafted = Session & { status?: string; emailMac: Buffer | null }

/** Before any consent. Staff decide later about an address that somebody else insured. */
export const refuseOwnHousehold = (
  app: App,
  { application, ...session }: Drafted,
  { kind }: Pick<Actor, 'kind'>,
): Promise<void> => {
  const { household: address } = application
  const starts_on = startsOn(address, app.clock.now())
  const isAllowed = isAddressAllowed(application)
  return refuseOwnPurchase(
    app,
    { ...session, line: 'umbrella', toOperator: kind === 'operator' },
    { item: '', path: 'intake.address', address, starts_on, isAllowed },
  )
}

export const claimPurchase = async (app: App, session: Session): Promise<void> => {
  const buyer = buyerOf(app, session)
  if (buyer) await lockBuyer(app.db, buyer)
  await refuseSecondPurchase(app, session)
}
