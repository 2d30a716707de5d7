import type { App } from '../../../../platform/app.ts'
import type { Language } from '../../../../platform/language/language.ts'
import { type BuyerCaller, lockBuyersIntake } from '../intake/intake.ts'
import { noteOnPurchase } from '../intake/writer.ts'

export const chooseBuyersLanguage = async (
  app: App,
  caller: BuyerCaller,
  language: Language,
): Promise<void> => {
  const intake = await lockBuyersIntake(app, caller)
  const { household } = intake.application
  if (household.preferred_language === language) return
  const application = {
    ...intake.application,
    household: {
      ...household,
      preferred_language: language,
      sources: { ...household.sources, preferred_language: 'person' as const },
    },
  }
  await noteOnPurchase(
    app,
    intake,
    { application },
    { actor: 'buyer', event: 'language_chosen', facts: { language } },
  )
}
