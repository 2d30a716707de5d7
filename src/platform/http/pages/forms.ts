import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../errors.ts'
import type { Sealer } from '../../lib/sealer.ts'
import { MAX_BODY_BYTES, tooManyValues } from '../json-body.ts'
import { nulProblem } from '../unstorable-text.ts'
import { type Cookies, hostCookie, hostCookieOf } from './document.ts'
import { LANGUAGE_FIELD } from './readers-language.ts'

const VISIT = 'visit'
const TOKEN_FIELD = '_csrf'
export const OWNER_FIELD = '_owner'

export const takeForms = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_request, text, done) => {
      // To look up a name goes through all of them, and Node 24 looks for the value of each in all that follow.
      const problem = nulProblem(text) ?? tooManyValues(text.split('&').length)
      done(problem, problem ? undefined : new URLSearchParams(text))
    },
  )
}

const tokenOf = (sealer: Sealer, visit: string): Buffer => sealer.mac('form', visit)

export type Visit = {
  formToken(): string
  cookies(): string[]
}

export const visitOf = (sealer: Sealer, cookies: Cookies): Visit => {
  const known = hostCookieOf(cookies, VISIT)
  let fresh: string | undefined
  return {
    formToken: () => {
      if (known === undefined) fresh ??= randomBytes(24).toString('base64url')
      return tokenOf(sealer, known ?? fresh ?? '').toString('base64url')
    },
    cookies: () => (fresh === undefined ? [] : [hostCookie(VISIT, fresh)]),
  }
}

export const hostOf = (origin: string | undefined): string | null => {
  if (origin === undefined || !URL.canParse(origin)) return null
  return new URL(origin).host
}

const STALE = 'This form is no longer valid. Go back, load the page again and send it once more.'

const isOwnToken = (sealer: Sealer, visit: string, given: string): boolean => {
  const wanted = tokenOf(sealer, visit)
  const token = Buffer.from(given, 'base64url')
  return token.length === wanted.length && timingSafeEqual(token, wanted)
}

export const checkForm = (
  sealer: Sealer,
  request: FastifyRequest,
  { cookies, publicUrl }: { cookies: Cookies; publicUrl: string },
): { form: URLSearchParams; drawnFor: string | null } => {
  const host = hostOf(request.headers.origin)
  if (host === null || (host !== request.host && host !== hostOf(publicUrl)))
    fail('forbidden', { message: 'This form was not sent from a page of this site.' })
  const visit = hostCookieOf(cookies, VISIT)
  if (visit === undefined)
    fail('forbidden', { message: `${STALE} This site needs its cookie: allow cookies for it.` })
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  if (!isOwnToken(sealer, visit ?? '', form.get(TOKEN_FIELD) ?? '')) fail('forbidden', { message: STALE })
  const drawnFor = form.get(OWNER_FIELD)
  for (const field of [TOKEN_FIELD, LANGUAGE_FIELD, OWNER_FIELD]) form.delete(field)
  return { form, drawnFor }
}
