import type { App } from '../app.ts'
import { contactWords } from '../config/agency.ts'
import { fail } from '../errors.ts'
import { dayInZone } from '../lib/local-day.ts'
import { type Act, acts, collectsFacts, firstTerms, mayAct, type OperatorTerms } from './acts.ts'
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
    terms: JSON.stringify(firstTerms(clock.now())),
  }) as const

/** The agency's own keys have no terms, and no act is closed to them. */
type Doing = { terms?: OperatorTerms | null }
type For = { sandbox: boolean; states: readonly string[] }

const agencyDay = ({ config, clock }: Pick<App, 'config' | 'clock'>): string =>
  dayInZone(config.timeZone, clock.now())

const permits = (app: Pick<App, 'config' | 'clock'>, { terms = null }: Doing, act: Act, of: For): boolean =>
  of.sandbox ||
  app.config.operatorActs === 'all' ||
  mayAct(act, terms, { states: of.states, today: agencyDay(app) })

export const actsOfPerson = (app: Pick<App, 'config' | 'clock'>, caller: Doing, of: For): Act[] =>
  acts.filter(act => !permits(app, caller, act, of))

/** What a stored view depends on besides the application. */
export const standingMark = (app: Pick<App, 'config' | 'clock'>, { terms }: Doing): string =>
  app.config.operatorActs === 'all' || !terms ? '' : `${terms.recorded_at}/${agencyDay(app)}`

const REFERRAL =
  'Your account refers people to us: send only their name, email, phone number, language, and address. They answer the rest on our page.'

/** The one gate of what operators do for people, through every door. `page`: where the person does it. */
export const refuseAct = (
  app: Pick<App, 'config' | 'clock'>,
  caller: Doing,
  act: Act,
  { page, ...of }: For & { page: string },
): void => {
  if (permits(app, caller, act, of)) return
  fail('act_not_permitted', {
    person_acts_at: page,
    message:
      act === 'collect_facts'
        ? `${REFERRAL} Their page: ${page}`
        : `${app.config.agency.name} has not permitted your account to do this${of.states.length > 0 ? ` in ${of.states.join(' and ')}` : ''}. The person does it on our page. Give them this link: ${page}`,
  })
}

/** Before there is an application, the page is only known once it is sent. */
export const refuseActAtStart = (app: App, caller: Doing, sent: object, sandbox: boolean): void => {
  if (!collectsFacts(sent)) return
  refuseAct(app, caller, 'collect_facts', { sandbox, states: [], page: app.config.publicUrl })
}
