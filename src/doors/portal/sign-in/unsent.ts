import type { App } from '../../../platform/app.ts'
import { withoutHostCookie } from '../../../platform/http/pages/cookies.ts'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { isKeptByBrowsers, readSealedCookie, sealedCookie } from '../../../platform/pages/sealed-cookie.ts'
import { emailMark } from '../../../platform/signin/email-mark.ts'
import { findIntake } from '../../../products/line/record/intakes.ts'
import { withoutSignature } from '../form/agreement.ts'

const COOKIE = 'unsent'

type Of = { uid: string; line: 'homeowners' | 'umbrella' }

/** Another address on the application belongs to another person, who must not read it. */
const placeOf = async (app: App, of: Of) => {
  const intake = await findIntake(app, of)
  return { name: COOKIE, context: `unsent:${of.uid}:${intake ? emailMark(intake).email : ''}` }
}

/** Sealed for this application. Consents and signatures are not kept: they are given again. */
export const unsentCookie = async (app: App, of: Of, { form }: DocumentRequest): Promise<string | null> => {
  const kept = withoutSignature(form).toString()
  if (kept === '') return null
  const cookie = sealedCookie(app, await placeOf(app, of), kept)
  return isKeptByBrowsers(cookie) ? cookie : null
}

export const readUnsent = async (
  app: App,
  of: Of,
  { cookies }: DocumentRequest,
): Promise<URLSearchParams | null> => {
  const unsent = readSealedCookie(app, await placeOf(app, of), cookies)
  return unsent === null ? null : new URLSearchParams(unsent)
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
