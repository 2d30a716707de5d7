import type { App } from '../../app.ts'
import { supersedeOffers } from '../../line/offers/store.ts'
import { recordConsent, withdrawConsent } from '../../line/record/consent.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { homeownersLifecycle } from '../application/lifecycle.ts'
import { missingFields } from '../application/missing.ts'
import { actorOf, type IntakeCaller, witnessOf } from '../intake/caller.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { moveHomeowners, noteOnHomeowners } from '../intake/writer.ts'
import { effectsOf } from './changes.ts'
import { requote } from './requote.ts'

export type Step = {
  intake: HomeownersIntakeRecord
  changed: readonly string[]
  authorized: boolean | undefined
}

const giveConsent = async (
  app: App,
  caller: IntakeCaller,
  intake: HomeownersIntakeRecord,
): Promise<HomeownersIntakeRecord> => {
  const consentId = await recordConsent(app, softCreditCheck, {
    uid: intake.uid,
    application: intake.application,
    witness: witnessOf(caller),
  })
  const { version } = softCreditCheck
  return noteOnHomeowners(
    app,
    intake,
    { consentId },
    { actor: actorOf(caller), event: 'consent_given', facts: { version } },
  )
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
  if (authorized === true && (intake.consentId === null || changed.length > 0)) {
    await refuseUnlessOpen(app, intake)
    return giveConsent(app, caller, intake)
  }
  if (intake.consentId !== null && effectsOf(changed).renewsConsent.length > 0)
    return voidConsent(app, intake, { event: 'consent_outdated', actor })
  return intake
}

const returnToNeedsMoreInfo = async (
  app: App,
  intake: HomeownersIntakeRecord,
  actor: string,
): Promise<HomeownersIntakeRecord> => {
  await supersedeOffers(app.db, intake.uid, app.clock.now())
  return moveHomeowners(app, intake, {}, { actor, event: 'answers_missing' })
}

const isComplete = ({ application, consentId }: HomeownersIntakeRecord): boolean =>
  missingFields(application, { creditAuthorized: consentId !== null }).length === 0

export const advance = async (
  app: App,
  caller: IntakeCaller,
  step: Step,
): Promise<{ intake: HomeownersIntakeRecord; submitted: boolean }> => {
  const intake = await settleConsent(app, caller, step)
  const actor = actorOf(caller)
  if (intake.status === 'needs_more_info')
    return isComplete(intake)
      ? { intake: await requote(app, intake, { event: 'submit', actor }), submitted: true }
      : { intake, submitted: false }
  const { rated, renewsConsent } = effectsOf(step.changed)
  if (rated.length + renewsConsent.length === 0) return { intake, submitted: false }
  if (!isComplete(intake))
    return { intake: await returnToNeedsMoreInfo(app, intake, actor), submitted: false }
  return { intake: await requote(app, intake, { event: 'rated_value_changed', actor }), submitted: true }
}
