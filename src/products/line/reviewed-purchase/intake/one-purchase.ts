import { RENEWAL_DAYS_AHEAD } from '../../../../agency/policies/life/policy-end.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import { isSharedScope } from '../../../../platform/key/guard.ts'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import { propertyKey } from '../../../../platform/values/address-key.ts'
import { plusDays } from '../../../../platform/values/calendar.ts'
import {
  claimProperties,
  hasClaim,
  refuseOwnPurchase,
  releaseProperties,
} from '../../buying/one-purchase-per-property.ts'
import { emailMacs } from '../../record/intakes.ts'
import { HELD_PURCHASE, hasOpenHold, notesOf, writeFollowUp } from '../../record/notes.ts'
import { type Answers, type Application, HOUSEHOLD } from '../application/application.ts'
import { isOpenToDrafts, type ReviewedStatus, reviewedLifecycle } from '../application/lifecycle.ts'
import { lineOf, type OfLine, type ReviewedLine } from '../reviewed-line.ts'
import { type Buyer, findPurchase, lockBuyer } from './buyer-store.ts'
import type { Actor, ReviewedIntake } from './intake.ts'

export const purchasing: readonly ReviewedStatus[] = reviewedLifecycle.states.filter(
  status => !isOpenToDrafts(status) && status !== 'blocked',
)

type Session = OfLine & {
  uid: string | null
  owner: string | null
  sandbox: boolean
  application: Application
}

const buyerOf = (app: App, { line, owner, sandbox, application }: Session): Buyer | null => {
  const { email } = application.household
  return sandbox || owner === null || isSharedScope(owner) || email === undefined
    ? null
    : { line, owner, emailMacs: emailMacs(app, email) }
}

/** Without a start date, a policy whose renewal is due leaves room. The purchase itself has one. */
export const startsOn = ({ state = '', effective_date }: Answers, now: Date): string => {
  const today = dayIn(state, now)
  const starts = effective_date ?? plusDays(today, RENEWAL_DAYS_AHEAD)
  return starts > today ? starts : today
}

const wordsFor = (
  { name, words }: ReviewedLine,
  { uid, status }: { uid: string; status: ReviewedStatus },
): string =>
  status === 'bound'
    ? `This buyer already has ${words.a} policy, ${uid}. Another one can start on the day on which it ends, or later.`
    : `This buyer already has ${words.a} purchase, ${uid} (status: ${status}). Continue with POST /api/agent/${name}/status {"uid": "${uid}"}.`

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
    message: wordsFor(lineOf(session), other),
    current_status: other.status,
    fields: [{ path: 'intake.email', code: 'email_in_use', facts: { uid: other.uid }, expected: other.uid }],
  })
}

export const isAddressAllowed = ({ allowed_address, household }: Application): boolean =>
  allowed_address !== undefined && allowed_address === propertyKey(household)

type Drafted = Session & { status?: string; emailMac: Buffer | null }

/** Before any consent. Staff decide later about an address that somebody else insured. */
export const refuseOwnHousehold = async (
  app: App,
  { application, ...session }: Drafted,
  { kind }: Pick<Actor, 'kind'>,
): Promise<void> => {
  if (!lineOf(session).claimsAddress) return
  const { household: address } = application
  const starts_on = startsOn(address, app.clock.now())
  const isAllowed = isAddressAllowed(application)
  await refuseOwnPurchase(
    app,
    { ...session, toOperator: kind === 'operator' },
    { item: '', path: 'intake.address', address, starts_on, isAllowed },
  )
}

export const claimPurchase = async (app: App, session: Session): Promise<void> => {
  const buyer = buyerOf(app, session)
  if (buyer) await lockBuyer(app.db, buyer)
  await refuseSecondPurchase(app, session)
}

/** True for a line that does not claim addresses. */
export const holdsAddress = async (app: App, intake: ReviewedIntake): Promise<boolean> =>
  !lineOf(intake).claimsAddress || hasClaim(app, intake, intake.application.household)

const holdWords = (street = ''): string =>
  `The person bought, but another application has bought insurance for ${street}, or is buying it. The purchase waits: allow it, or end it. Don’t tell them about the other application.`

/** One live purchase per address. False: a stranger has it, and the purchase waits for staff without saying why. */
export const claimOrHold = async (
  app: App,
  { kind }: Pick<Actor, 'kind'>,
  intake: ReviewedIntake,
): Promise<boolean> => {
  if (!lineOf(intake).claimsAddress) return true
  const { uid, application } = intake
  const { household: address } = application
  const { effective_date: starts_on = '' } = address
  await releaseProperties(app, uid, [HOUSEHOLD])
  const held = await claimProperties(app, { ...intake, toOperator: kind === 'operator' }, [
    { item: HOUSEHOLD, path: 'intake.address', address, starts_on, isAllowed: isAddressAllowed(application) },
  ])
  if (held.length > 0 && !hasOpenHold(await notesOf(app, uid)))
    await writeFollowUp(app, { uid, words: holdWords(address.street), about: HELD_PURCHASE })
  return held.length === 0
}
