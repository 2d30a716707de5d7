import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language, language, readBy, speaking } from '../../language/language.ts'
import { hostCookie, hostCookieOf, readCookies } from './cookies.ts'

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
export const inReadersLanguage = <T>(
  request: FastifyRequest,
  { forEveryone = false }: { forEveryone?: boolean | undefined },
  respond: () => Promise<T>,
): Promise<T> => {
  const otherwise = forEveryone ? undefined : browserLanguage(request)
  return readBy({ chosen: chosenLanguage(request), otherwise }, async () => {
    try {
      return await respond()
    } catch (error) {
      request.language = language()
      throw error
    }
  })
}

export const isTranslated = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.config.translated === true

export const inLanguageOf = <T>(request: FastifyRequest, write: () => T): T => {
  const chosen = isTranslated(request) ? chosenLanguage(request) : undefined
  const found = request.is404 ? browserLanguage(request) : undefined
  return speaking(request.language ?? chosen ?? found ?? 'en', write)
}
