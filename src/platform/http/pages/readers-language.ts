import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language, language, speaking } from '../../language/language.ts'
import {
  type Document,
  type DocumentRequest,
  hostCookie,
  hostCookieOf,
  type Reader,
  readCookies,
} from './document.ts'

declare module 'fastify' {
  interface FastifyRequest {
    language: Language | null
  }
}

const COOKIE = 'language'
const ONE_YEAR_SECONDS = 31_536_000

/** Every form sends it, so an agreement is recorded in the language in which its form was shown. */
export const LANGUAGE_FIELD = '_language'

export const SWITCH_FIELD = '_switch'

const LANGUAGE_QUERY = 'language'

export const inSameLanguage = (path: string): string =>
  language() === 'en' ? path : `${path}?${LANGUAGE_QUERY}=${language()}`

export const languageCookie = (chosen: Language): string => hostCookie(COOKIE, chosen, ONE_YEAR_SECONDS)

const chosenLanguage = ({ body, headers, query }: FastifyRequest): Language | undefined => {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const [switched, shown] = [SWITCH_FIELD, LANGUAGE_FIELD].map(name => form.get(name) ?? undefined)
  const kept = hostCookieOf(readCookies(headers.cookie), COOKIE)
  // A URL that cannot be decoded has no query.
  const asked = (query ?? {}) as Record<string, string | undefined>
  const { [SWITCH_FIELD]: turned, [LANGUAGE_QUERY]: linked } = asked
  return [switched, turned, shown, kept, linked].find(isLanguage)
}

const browserLanguage = ({ headers: { 'accept-language': accepted = '' } }: FastifyRequest) =>
  accepted
    .split(',')
    .map(range => range.trim().slice(0, 2).toLowerCase())
    .find(isLanguage)

/** A page that is the same for everyone is cached, so it does not follow the browser's language. */
export const readerOf = (
  request: FastifyRequest,
  { translated = false, forEveryone = false }: { translated?: boolean; forEveryone?: boolean },
): Reader => {
  const chosen = translated ? chosenLanguage(request) : 'en'
  const otherwise = forEveryone ? undefined : browserLanguage(request)
  return {
    language: chosen ?? otherwise ?? 'en',
    isLanguageChosen: chosen !== undefined,
    noteLanguage(language) {
      request.language = language
    },
  }
}

/** The language on a person's record counts only where the reader of the page did not choose one. */
export const languageFor = (
  { language, isLanguageChosen }: Reader,
  preferred: Language | undefined,
): Language => (isLanguageChosen ? language : (preferred ?? language))

type Respond = (request: DocumentRequest) => Promise<Document> | Document

/** What `respond` says, what is drawn around it, and its failure are in this language. */
export const inLanguage = async (
  request: DocumentRequest,
  language: Language,
  respond: Respond,
): Promise<Document> => {
  request.noteLanguage(language)
  return { ...(await speaking(language, () => respond({ ...request, language }))), language }
}

export const inPersonsLanguage = (
  request: DocumentRequest,
  preferred: Language | undefined,
  respond: Respond,
): Promise<Document> => inLanguage(request, languageFor(request, preferred), respond)

export const isTranslated = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.config.translated === true

export const failingInLanguage = <T>(request: FastifyRequest, write: () => T): T => {
  const chosen = isTranslated(request) ? chosenLanguage(request) : undefined
  const found = request.is404 ? browserLanguage(request) : undefined
  return speaking(request.language ?? chosen ?? found ?? 'en', write)
}
