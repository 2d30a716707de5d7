import { AsyncLocalStorage } from 'node:async_hooks'

export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

const spoken = new AsyncLocalStorage<{ language: Language; chosen: boolean }>()

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some(known => known === text)

/** What `run` says is in this language. Outside of it, and in the API, everything is in English. */
export const speaking = <T>(language: Language | undefined, run: () => T): T =>
  spoken.run({ language: language ?? 'en', chosen: true }, run)

export const readBy = <T>(
  { chosen, otherwise = 'en' }: { chosen: Language | undefined; otherwise?: Language | undefined },
  run: () => T,
): T => spoken.run({ language: chosen ?? otherwise, chosen: chosen !== undefined }, run)

/** The language on a person's record. It counts only where the reader of the page did not choose one. */
export const preferLanguage = (language: Language | undefined): void => {
  const now = spoken.getStore()
  if (now && !now.chosen && language) now.language = language
}

export const language = (): Language => spoken.getStore()?.language ?? 'en'

export const locale = (): string => LOCALES[language()]

export const inLocale = <F>(make: (locale: string) => F): (() => F) => {
  const made = new Map<string, F>()
  return () => {
    const now = locale()
    const known = made.get(now) ?? make(now)
    made.set(now, known)
    return known
  }
}
