import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app.ts'

const macOf = ({ sealer }: App, uid: string): string =>
  sealer.mac('portal-reference', uid).toString('base64url').slice(0, 16)

/** An opaque name for an intake in a link: it opens nothing by itself, the homeowner still has to sign in. */
export const portalReference = (app: App, uid: string): string =>
  Buffer.from(`${uid}.${macOf(app, uid)}`).toString('base64url')

/** Null: not a name that we gave. */
export const referredUid = (app: App, reference: string): string | null => {
  const [uid = '', mac = ''] = Buffer.from(reference, 'base64url').toString('utf8').split('.')
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(app, uid))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? uid : null
}

export const loginPath = (reference: string): string => `/portal/login?ref=${reference}`

/** Where the homeowner asks for a sign-in link. */
export const loginUrl = (app: App, uid: string): string =>
  app.config.publicUrl + loginPath(portalReference(app, uid))
