import type { App } from '../../../platform/app.ts'
import { referenceTo, referredName } from '../../../platform/lib/reference.ts'

const PURPOSE = 'portal-reference'

export const portalReference = ({ sealer }: App, uid: string): string => referenceTo(sealer, PURPOSE, uid)

export const referredUid = ({ sealer }: App, reference: string): string | null =>
  referredName(sealer, PURPOSE, reference)

export const loginPath = (reference: string): string => `/portal/login?ref=${reference}`

export const loginUrl = (app: App, uid: string): string =>
  app.config.publicUrl + loginPath(portalReference(app, uid))
