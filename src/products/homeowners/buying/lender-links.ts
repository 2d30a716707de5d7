import { lenderLinkEmail } from '../../../agency/emails/buying/lender-link.ts'
import {
  findLenderLink,
  type LenderLinkRow,
  listLenderLinks,
  markLenderLinkRevoked,
} from '../../../agency/policies/closing/link-store.ts'
import {
  findLenderLinkByToken,
  isLive,
  keepLenderLink,
  noteOpening,
  type Visitor,
} from '../../../agency/policies/closing/links.ts'
import { startOfDay } from '../../../agency/policies/coverage-start.ts'
import type { PropertyEvidence } from '../../../agency/policies/evidence.ts'
import { hasEnded, neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import { type Policy, policiesOf, policyOf } from '../../../agency/policies/policies.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { whyNotLive } from '../../../platform/key/standing.ts'
import { findOperator } from '../../../platform/key/store.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { isDay, plusDays } from '../../../platform/values/calendar.ts'
import { policyMeant } from '../../line/aftersale/policy-requests.ts'
import {
  actorOf,
  type HomeownersIntakeRecord,
  type IntakeCaller,
  lockOwnIntake,
  readOwnIntake,
} from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import { tellHomeowner } from '../quoting/notify.ts'
import { evidenceForLender, evidenceOf, lacksLimits, refuseOver } from './evidence.ts'

const USUAL_DAYS = 30
const MOST_DAYS = 365
const MOST_LIVE = 20
const MOST_BY_OPERATOR_A_DAY = 5

const MADE_BY = { operator: 'operator', homeowner: 'insured', shopper: 'insured', staff: 'staff' } as const

const NOT_YET =
  'There is no evidence of insurance before the policy is bound. Wait until status is bound, then try again.'

const numberedPolicy = async (app: App, uid: string, policy_number: string | undefined): Promise<Policy> => {
  const policies = await policiesOf(app, uid)
  return policies.length === 0 ? fail('conflict', { message: NOT_YET }) : policyMeant(policies, policy_number)
}

export type EvidenceAsked = { uid: string; policy_number?: string | undefined }

export const readEvidence = async (
  app: App,
  caller: IntakeCaller,
  { uid, policy_number }: EvidenceAsked,
): Promise<{ policy: Policy; evidence: PropertyEvidence }> => {
  await readOwnIntake(app, caller, uid)
  const policy = await numberedPolicy(app, uid, policy_number)
  refuseOver(app, policy)
  return { policy, evidence: await evidenceOf(app, policy) }
}

const lastMoment = (app: App, policy: Policy, expires_on: string | undefined): Date => {
  const state = stateOf(policy)
  const today = dayIn(state, app.clock.now())
  const last = expires_on ?? plusDays(today, USUAL_DAYS)
  const most = plusDays(today, MOST_DAYS)
  if (!isDay(last) || last < today || last > most)
    fail('invalid_request', {
      fields: [{ path: 'expires_on', code: 'out_of_range', expected: `a day from ${today} to ${most}` }],
    })
  return startOfDay(state, plusDays(last, 1))
}

export const lastDayOfLink = (state: string, { expires_at }: Pick<LenderLinkRow, 'expires_at'>): string =>
  plusDays(dayIn(state, expires_at), -1)

const tellOfLink = (
  app: App,
  intake: HomeownersIntakeRecord,
  { policy: { carrier, policy_number }, until }: { policy: Policy; until: string },
): Promise<void> =>
  tellHomeowner(app, intake, {
    purpose: 'lender_link',
    email: (to, { referredBy: makerName, ...facts }) =>
      lenderLinkEmail(to, {
        ...facts,
        carrier,
        policy_number,
        until,
        makerName,
        contact: contactWords(app.config.agency),
      }),
  })

export type LinkAsked = EvidenceAsked & { mortgagee?: number | undefined; expires_on?: string | undefined }

export const createLenderLink = async (
  app: App,
  caller: IntakeCaller,
  { uid, policy_number, mortgagee, expires_on }: LinkAsked,
): Promise<{ link: LenderLinkRow; url: string }> => {
  assertTransaction(app)
  const intake = await lockOwnIntake(app, caller, uid)
  const policy = await numberedPolicy(app, uid, policy_number)
  refuseOver(app, policy)
  const { policy_id } = policy
  const { mortgagees } = await evidenceOf(app, policy)
  if (mortgagee !== undefined && mortgagee > mortgagees.length)
    fail('invalid_request', {
      fields: [
        {
          path: 'mortgagee',
          code: 'out_of_range',
          expected:
            mortgagees.length === 0 ? 'nothing: the policy names no lender' : `1 to ${mortgagees.length}`,
        },
      ],
    })
  const expires_at = lastMoment(app, policy, expires_on)
  const now = app.clock.now()
  const all = await listLenderLinks(app.db, uid)
  const live = all.filter(one => isLive(one, now))
  if (live.length >= MOST_LIVE)
    fail('conflict', { message: `${MOST_LIVE} links for lenders are active. Turn one off first.` })
  const actor = actorOf(caller).name
  const made_by = MADE_BY[caller.kind]
  const today = all.filter(one => one.made_by === 'operator' && one.created_at > later(now, -DAY))
  if (made_by === 'operator' && today.length >= MOST_BY_OPERATOR_A_DAY)
    fail('conflict', { message: `You can create ${MOST_BY_OPERATOR_A_DAY} links a day for one request.` })
  const made = { uid, policy_id, mortgagee: mortgagee ?? null, made_by, actor, expires_at }
  const { link, token } = await keepLenderLink(app, made)
  const facts = { link_id: link.link_id, policy_id, until: expires_at.toISOString() }
  await noteOnHomeowners(app, intake, {}, { actor, event: 'lender_link_made', facts })
  if (made_by === 'operator')
    await tellOfLink(app, intake, { policy, until: lastDayOfLink(stateOf(policy), link) })
  return { link, url: `${app.config.publicUrl}/portal/evidence/${token}` }
}

const mayRevoke = (caller: IntakeCaller, { made_by, actor }: LenderLinkRow): boolean =>
  caller.kind !== 'operator' || (made_by === 'operator' && actor === caller.operatorUid)

export const revokeLenderLink = async (
  app: App,
  caller: IntakeCaller,
  link_id: string,
): Promise<{ link: LenderLinkRow; isNew: boolean }> => {
  assertTransaction(app)
  const link = await findLenderLink(app.db, link_id)
  if (!link || !mayRevoke(caller, link)) return fail('not_found')
  const intake = await lockOwnIntake(app, caller, link.uid)
  const actor = actorOf(caller).name
  const revoked_at = app.clock.now()
  const isNew = await markLenderLinkRevoked(app.db, { link_id, revoked_at, revoked_by: actor })
  if (isNew)
    await noteOnHomeowners(app, intake, {}, { actor, event: 'lender_link_revoked', facts: { link_id } })
  return { link, isNew }
}

const isMakerTrusted = async (app: App, { made_by, actor }: LenderLinkRow, policy: Policy) => {
  if (made_by !== 'operator' || policy.sandbox) return true
  const operator = await findOperator(app.db, actor)
  return operator !== undefined && whyNotLive(app, operator) === null
}

export type OpenedLink = { link: LenderLinkRow; evidence: PropertyEvidence }

/** `ended` and `void`: its policy covers nothing now, or never did. `renewed`: we don't know the current limits. */
export const openLenderLink = async (
  app: App,
  { token, ...visit }: Visitor & { token: string; what: string },
): Promise<OpenedLink | 'ended' | 'void' | 'renewed' | null> => {
  assertTransaction(app)
  const link = await findLenderLinkByToken(app, token)
  const policy = link && (await policyOf(app, link))
  if (!link || !policy || !(await isMakerTrusted(app, link, policy))) return null
  await noteOpening(app, link, visit)
  if (neverTookEffect(policy)) return 'void'
  if (hasEnded(policy, app.clock.now())) return 'ended'
  if (lacksLimits(policy)) return 'renewed'
  return { link, evidence: evidenceForLender(await evidenceOf(app, policy), link.mortgagee) }
}
