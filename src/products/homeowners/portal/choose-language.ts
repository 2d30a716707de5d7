import type { App } from '../../../platform/app.ts'
import type { Language } from '../../../platform/language/language.ts'
import { originOf } from '../../line/acts/actor.ts'
import { actorOf, type HomeownerCaller } from '../intake/caller.ts'
import { lockOwnIntake } from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'

export const chooseHomeownersLanguage = async (
  app: App,
  caller: HomeownerCaller,
  language: Language,
): Promise<void> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  const { applicant, sources } = intake.application
  if (applicant.preferred_language === language) return
  const application = {
    ...intake.application,
    applicant: { ...applicant, preferred_language: language },
    sources: { ...sources, preferred_language: originOf(actorOf(caller)) },
  }
  await noteOnHomeowners(
    app,
    intake,
    { application },
    { actor: caller.kind, event: 'language_chosen', facts: { language } },
  )
}
