import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/language/language.ts'
import type { Intakes } from './writer.ts'

type Spoken<S extends string, E extends string, A> = {
  intakes: Pick<Intakes<S, E, A>, 'lock' | 'note'>
  languageOf(application: A): Language | undefined
  /** The application with this language as the person's own answer. */
  speaking(application: A, language: Language): A
}

export type ChooseLanguage = (
  app: App,
  person: { kind: string; uid: string },
  language: Language,
) => Promise<void>

export const choosing =
  <S extends string, E extends string, A>({
    intakes,
    languageOf,
    speaking,
  }: Spoken<S, E, A>): ChooseLanguage =>
  async (app, { kind: actor, uid }, language) => {
    const intake = (await intakes.lock(app, uid)) ?? fail('not_found')
    if (languageOf(intake.application) === language) return
    const application = speaking(intake.application, language)
    await intakes.note(app, intake, { application }, { actor, event: 'language_chosen', facts: { language } })
  }
