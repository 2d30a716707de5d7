import type { App } from '../../app.ts'
import { emailProven } from '../../key/shopper/shopper.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { asRead, recordConsent, withdrawConsent } from '../../line/record/consent.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { actorOf, type ConsentingCaller, type IntakeCaller, witnessOf } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import { answersMissing, type HomeownersIntakeRecord, isComplete } from '../intake/intake.ts'
import { moveHomeowners, noteOnHomeowners } from '../intake/writer.ts'
import { effectsOf } from './changes.ts'
import { requote } from './requote.ts'

export type Step = {
  intake: HomeownersIntakeRecord
  changed: readonly string[]
  authorized: boolean | undefined
}

/** An authorization covers the assembled application. Given any earlier, it is kept but does not count. */
const giveConsent = async (
  app: App,
  caller: ConsentingCaller,
  intake: HomeownersIntakeRecord,
): Promise<HomeownersIntakeRecord> => {
  const isAssembled = answersMissing(intake).length === 0
  const witness = witnessOf(caller)
  const consentId = await recordConsent(app, asRead(softCreditCheck, witness.proof), {
    uid: intake.uid,
    application: intake.application,
    witness,
    state: isAssembled ? 'effective' : 'offered',
  })
  return noteOnHomeowners(app, intake, isAssembled ? { consentId } : {}, {
    actor: actorOf(caller),
    event: isAssembled ? 'consent_given' : 'consent_offered',
    facts: { version: asRead(softCreditCheck, witness.proof).version, proof: witness.proof },
  })
}

/** Without a valid authorization the intake is no longer submitted, and its offers are void. */
const voidConsent = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { event, actor }: { event: 'consent_withdrawn' | 'consent_outdated'; actor: string },
): Promise<HomeownersIntakeRecord> => {
  if (event === 'consent_withdrawn') await withdrawConsent(app, intake, actor)
  const next = homeownersLifecycle.next(intake.status, event)
  if (next !== intake.status) await supersedeOffers(app.db, intake.uid, app.clock.now())
  return moveHomeowners(app, intake, { consentId: null }, { actor, event })
}

const settleConsent = async (app: App, caller: IntakeCaller, { intake, changed, authorized }: Step) => {
  const actor = actorOf(caller)
  if (authorized === false && intake.consentId !== null) {
    if (intake.status !== 'bound') await refuseUnlessOpen(app, intake)
    return voidConsent(app, intake, { event: 'consent_withdrawn', actor })
  }
  const isGiven =
    caller.kind !== 'staff' && authorized === true && (intake.consentId === null || changed.length > 0)
  if (isGiven) await refuseUnlessOpen(app, intake)
  const settled = isGiven ? await giveConsent(app, caller, intake) : intake
  const isRenewed = settled.consentId !== intake.consentId
  return settled.consentId !== null && !isRenewed && effectsOf(changed).renewsConsent.length > 0
    ? voidConsent(app, settled, { event: 'consent_outdated', actor })
    : settled
}

const returnToNeedsMoreInfo = async (
  app: App,
  intake: HomeownersIntakeRecord,
  actor: string,
): Promise<HomeownersIntakeRecord> => {
  await supersedeOffers(app.db, intake.uid, app.clock.now())
  return moveHomeowners(app, intake, {}, { actor, event: 'answers_missing' })
}

/** A shopper's application goes to carriers only after the shopper has proven the email address on it. */
const maySubmit = async (app: App, intake: HomeownersIntakeRecord): Promise<boolean> =>
  intake.owner !== null || (await emailProven(app, intake))

export const advance = async (
  app: App,
  caller: IntakeCaller,
  step: Step,
): Promise<{ intake: HomeownersIntakeRecord; submitted: boolean }> => {
  const intake = await settleConsent(app, caller, step)
  const actor = actorOf(caller)
  if (intake.status === 'needs_more_info')
    return isComplete(intake) && (await maySubmit(app, intake))
      ? { intake: await requote(app, intake, { event: 'submit', actor }), submitted: true }
      : { intake, submitted: false }
  const { rated, renewsConsent } = effectsOf(step.changed)
  if (rated.length + renewsConsent.length === 0) return { intake, submitted: false }
  if (!isComplete(intake))
    return { intake: await returnToNeedsMoreInfo(app, intake, actor), submitted: false }
  return { intake: await requote(app, intake, { event: 'rated_value_changed', actor }), submitted: true }
}
