import { AsyncLocalStorage } from 'node:async_hooks'

export const LANGUAGES = ['en', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' }

const spoken = new AsyncLocalStorage<Language>()

export const isLanguage = (text: string | undefined): text is Language =>
  LANGUAGES.some(known => known === text)

/** What `run` says is in this language. Outside of it, and in the API, everything is in English. */
export const speaking = <T>(language: Language | undefined, run: () => T): T =>
  spoken.run(language ?? 'en', run)

export const language = (): Language => spoken.getStore() ?? 'en'

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

const dates = inLocale(name => new Intl.DateTimeFormat(name, { dateStyle: 'long', timeZone: 'UTC' }))

export const longDate = (day: Date | string): string => dates().format(new Date(day))
