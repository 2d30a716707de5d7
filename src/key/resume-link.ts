import { timingSafeEqual } from 'node:crypto'
import type { App } from '../app.ts'

const macOf = ({ sealer }: App, uid: string): string =>
  sealer.mac('resume-reference', uid).toString('base64url').slice(0, 16)

/** Where a shopper goes on by themselves. The reference opens nothing: a link by mail comes first. */
export const resumeUrl = (app: App, uid: string): string =>
  `${app.config.publicUrl}/resume?ref=${Buffer.from(`${uid}.${macOf(app, uid)}`).toString('base64url')}`

/** Null: not a reference that we gave. */
export const resumedUid = (app: App, reference: string): string | null => {
  const [uid = '', mac = ''] = Buffer.from(reference, 'base64url').toString('utf8').split('.')
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(app, uid))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? uid : null
}
