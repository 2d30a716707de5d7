import { releaseHolds } from '../../../agency/payments/holds.ts'
import type { App } from '../../../platform/app.ts'
import type { AuditEvent } from '../../../platform/audit/chain.ts'
import { fail } from '../../../platform/errors.ts'
import { emailProven } from '../../../platform/key/shopper/shopper.ts'
import { agree, evidenceFacts, noteRoleAndPay } from '../../line/acts/agree.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { withdrawConsent } from '../../line/record/consent.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { creditRefusal, withCreditRefusal } from '../intake/credit-refusal.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import {
  actorOf,
  answersMissing,
  type ConsentingCaller,
  type HomeownersIntakeRecord,
  type IntakeCaller,
  isComplete,
  isHeld,
  lockOwnIntake,
  type PersonCaller,
} from '../intake/intake.ts'
import { moveHomeowners, noteOnHomeowners } from '../intake/writer.ts'
import { loginUrl } from '../quoting/email-facts.ts'
import { effectsOf } from './patch-homes.ts'
import { requote } from './requote.ts'

export type AnswerChange = {
  intake: HomeownersIntakeRecord
  changed: readonly string[]
  authorized: boolean | undefined
  isUnconfirmed?: boolean
}

/** `first` is recorded only with the change that follows it, so both are one write. */
type Settled = { intake: HomeownersIntakeRecord; first?: AuditEvent }

const refuseAgainstPerson = async (app: App, caller: ConsentingCaller, intake: HomeownersIntakeRecord) => {
  if (caller.kind !== 'homeowner' && (await creditRefusal(app, intake)) === 'person')
    fail('conflict', {
      message: `The person withdrew their authorization of the credit check, and only they can give it again: they sign in at ${loginUrl(app, intake.uid)}. Leave credit_check_authorized out.`,
      current_status: intake.status,
    })
}

/** An authorization covers the assembled application. Given any earlier, it is kept but does not count. */
const giveConsent = async (
  app: App,
  caller: ConsentingCaller,
  intake: HomeownersIntakeRecord,
): Promise<Settled> => {
  const isAssembled = answersMissing(intake).length === 0
  const actor = actorOf(caller)
  if (isAssembled)
    await noteRoleAndPay(app, actor, intake, {
      line: intake.line,
      states: intake.application.homes.flatMap(({ state }) => state ?? []),
      about: intake.application,
    })
  const consentId = await agree(app, actor, intake, {
    to: softCreditCheck,
    about: intake.application,
    state: isAssembled ? 'effective' : 'offered',
  })
  const first = {
    actor: actor.name,
    event: isAssembled ? 'consent_given' : 'consent_offered',
    facts: evidenceFacts(actor, softCreditCheck),
  }
  const given = { ...intake, application: withCreditRefusal(intake.application, null) }
  return { intake: isAssembled ? { ...given, consentId } : given, first }
}

const voidOffers = async (app: App, { uid }: HomeownersIntakeRecord): Promise<void> => {
  await supersedeOffers(app.db, uid, app.clock.now())
  await releaseHolds(app, uid)
}

const voidConsent = async (
  app: App,
  { intake, first }: Settled,
  { event, actor }: { event: 'consent_withdrawn' | 'consent_outdated'; actor: string },
): Promise<Settled> => {
  if (event === 'consent_withdrawn') await withdrawConsent(app, intake, actor)
  const next = homeownersLifecycle.next(intake.status, event)
  if (next !== intake.status) await voidOffers(app, intake)
  const facts = { consent_id: intake.consentId }
  return { intake: await moveHomeowners(app, intake, { consentId: null }, { actor, event, facts, first }) }
}

/** A No is recorded only once no other answer is missing. */
const refuseConsent = async (
  app: App,
  caller: IntakeCaller,
  intake: HomeownersIntakeRecord,
): Promise<Settled> => {
  const { name: actor, kind } = actorOf(caller)
  const by = kind === 'person' ? 'person' : 'agent'
  const refused = { ...intake, application: withCreditRefusal(intake.application, by) }
  if (intake.consentId !== null) {
    if (intake.status !== 'bound') await refuseUnlessOpen(app, intake, 'homeowner')
    return voidConsent(app, { intake: refused }, { event: 'consent_withdrawn', actor })
  }
  const isAnswer = intake.status === 'needs_more_info' && answersMissing(intake).length === 0
  return isAnswer && (await creditRefusal(app, intake)) === null
    ? { intake: refused, first: { actor, event: 'consent_refused', facts: {} } }
    : { intake }
}

/** A shopper's change voids the consent given for the earlier answers. */
const isOutdated = (
  { kind }: IntakeCaller,
  { intake: { status }, changed, isUnconfirmed = false }: AnswerChange,
): boolean =>
  effectsOf(changed).renewsConsent.length > 0 ||
  (kind === 'shopper' && status === 'needs_more_info' && (changed.length > 0 || isUnconfirmed))

const settleConsent = async (app: App, caller: IntakeCaller, step: AnswerChange): Promise<Settled> => {
  const { intake, changed, authorized } = step
  const { name: actor } = actorOf(caller)
  if (authorized === false) return refuseConsent(app, caller, intake)
  const isGiven =
    caller.kind !== 'staff' && authorized === true && (intake.consentId === null || changed.length > 0)
  if (isGiven) {
    await refuseUnlessOpen(app, intake, caller.kind)
    await refuseAgainstPerson(app, caller, intake)
  }
  const settled = isGiven ? await giveConsent(app, caller, intake) : { intake }
  const { consentId } = settled.intake
  const isRenewed = consentId !== intake.consentId
  return consentId !== null && !isRenewed && isOutdated(caller, step)
    ? voidConsent(app, settled, { event: 'consent_outdated', actor })
    : settled
}

const returnToNeedsMoreInfo = async (
  app: App,
  { intake, first }: Settled,
  actor: string,
): Promise<HomeownersIntakeRecord> => {
  await voidOffers(app, intake)
  return moveHomeowners(app, intake, {}, { actor, event: 'answers_missing', first })
}

const unchanged = async (app: App, { intake, first }: Settled) => ({
  intake: first ? await noteOnHomeowners(app, intake, {}, first) : intake,
  submitted: false,
})

/** A shopper's application goes to carriers only after the shopper has proven the email address on it. */
const maySubmit = async (app: App, intake: HomeownersIntakeRecord): Promise<boolean> =>
  intake.owner !== null || (await emailProven(app, intake))

export const advance = async (
  app: App,
  caller: IntakeCaller,
  step: AnswerChange,
): Promise<{ intake: HomeownersIntakeRecord; submitted: boolean }> => {
  const settled = await settleConsent(app, caller, step)
  const { intake, first } = settled
  const { name: actor } = actorOf(caller)
  if (intake.status === 'needs_more_info')
    return isComplete(intake) && (await maySubmit(app, intake))
      ? { intake: await requote(app, intake, { event: 'submit', actor, first }), submitted: true }
      : unchanged(app, settled)
  const { rated, renewsConsent } = effectsOf(step.changed)
  if (rated.length + renewsConsent.length === 0) return unchanged(app, settled)
  if (!isComplete(intake))
    return { intake: await returnToNeedsMoreInfo(app, settled, actor), submitted: false }
  return {
    intake: await requote(app, intake, { event: 'rated_value_changed', actor, first }),
    submitted: true,
  }
}

export const submitHeld = async (app: App, caller: PersonCaller): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  if (isHeld(intake)) await advance(app, caller, { intake, changed: [], authorized: undefined })
}
