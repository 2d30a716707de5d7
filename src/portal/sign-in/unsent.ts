import type { App } from '../../app.ts'
import { hostCookie, hostCookieOf, withoutHostCookie } from '../../http/pages/cookies.ts'
import type { Document, DocumentRequest } from '../../http/pages/document.ts'
import { QUARTER_HOUR_SECONDS } from '../../lib/clock.ts'
import { SealError } from '../../lib/sealer.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { withoutSignature } from '../form/agreement.ts'

const COOKIE = 'unsent'

/** Browsers drop a cookie of more than 4,096 characters. */
const MOST_CHARACTERS = 3_800

type Of = { uid: string; line: 'homeowners' | 'umbrella' }

/** Another address on the application is another person, who must not read it. */
const contextOf = async (app: App, of: Of): Promise<string> => {
  const intake = await findIntake(app, of)
  return `unsent:${of.uid}:${intake?.emailMac?.toString('base64url') ?? ''}`
}

/** What was sent after the session ended, sealed for this application. Consents and signatures are given anew. */
export const unsentCookie = async (app: App, of: Of, { form }: DocumentRequest): Promise<string | null> => {
  const kept = withoutSignature(form).toString()
  if (kept === '') return null
  const sealed = app.sealer.seal(await contextOf(app, of), kept).toString('base64url')
  return sealed.length > MOST_CHARACTERS ? null : hostCookie(COOKIE, sealed, QUARTER_HOUR_SECONDS)
}

const readUnsent = async (
  app: App,
  of: Of,
  { cookies }: DocumentRequest,
): Promise<URLSearchParams | null> => {
  const sealed = hostCookieOf(cookies, COOKIE)
  if (sealed === undefined) return null
  try {
    return new URLSearchParams(app.sealer.open(await contextOf(app, of), Buffer.from(sealed, 'base64url')))
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

export const withoutUnsent = (): string => withoutHostCookie(COOKIE)

export const withUnsent = async (
  app: App,
  { request, ...of }: Of & { request: DocumentRequest },
  respond: (request: DocumentRequest) => Promise<Document> | Document,
): Promise<Document> => {
  const form = await readUnsent(app, of, request)
  if (form === null) return respond(request)
  if ([...request.form.keys()].length === 0) return respond({ ...request, form })
  const document = await respond(request)
  return document.status === 303
    ? { ...document, cookies: [...(document.cookies ?? []), withoutUnsent()] }
    : document
}
