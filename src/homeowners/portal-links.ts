import type { App } from '../app.ts'

/** An opaque name for an intake in a link: it opens nothing by itself, the homeowner still has to sign in. */
const reference = ({ sealer }: App, uid: string): string => {
  const mac = sealer.mac('portal-reference', uid).toString('base64url').slice(0, 16)
  return Buffer.from(`${uid}.${mac}`).toString('base64url')
}

/** Where the homeowner asks for a sign-in link. */
export const loginUrl = (app: App, uid: string): string =>
  `${app.config.publicUrl}/portal/login?ref=${reference(app, uid)}`
