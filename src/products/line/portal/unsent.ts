import type { App } from '../../../platform/app.ts'
import {
  type Document,
  type DocumentRequest,
  withoutHostCookie,
} from '../../../platform/http/pages/document.ts'
import { lineOf } from '../../../platform/lines.ts'
import { isKeptByBrowsers, readSealedCookie, sealedCookie } from '../../../platform/pages/sealed-cookie.ts'
import { emailMark } from '../../../platform/signin/email-mark.ts'
import { findIntake } from '../record/intakes.ts'
import { withoutSignature } from './signing.ts'

const COOKIE = 'unsent'

/** Another address on the application belongs to another person, who must not read it. */
const placeOf = async (app: App, uid: string) => {
  const line = lineOf(uid)
  const intake = line && (await findIntake(app, { uid, line }))
  return { name: COOKIE, context: `unsent:${uid}:${intake ? emailMark(intake).email : ''}` }
}

/** Sealed for this application. Consents and signatures are not kept: they are given again. */
export const unsentCookie = async (
  app: App,
  uid: string,
  { form }: DocumentRequest,
): Promise<string | null> => {
  const kept = withoutSignature(form).toString()
  if (kept === '') return null
  const cookie = sealedCookie(app, await placeOf(app, uid), kept)
  return isKeptByBrowsers(cookie) ? cookie : null
}

export const readUnsent = async (
  app: App,
  uid: string,
  { cookies }: DocumentRequest,
): Promise<URLSearchParams | null> => {
  const unsent = readSealedCookie(app, await placeOf(app, uid), cookies)
  return unsent === null ? null : new URLSearchParams(unsent)
}

export const withoutUnsent = (): string => withoutHostCookie(COOKIE)

export const withUnsent = async (
  app: App,
  { uid, request }: { uid: string; request: DocumentRequest },
  respond: (request: DocumentRequest) => Promise<Document> | Document,
): Promise<Document> => {
  const form = await readUnsent(app, uid, request)
  if (form === null) return respond(request)
  if ([...request.form.keys()].length === 0) return respond({ ...request, form })
  const document = await respond(request)
  return document.status === 303
    ? { ...document, cookies: [...(document.cookies ?? []), withoutUnsent()] }
    : document
}
