import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import type { EmailMark } from '../../../platform/signin/email-mark.ts'
import type { LinkFacts } from '../../../platform/signin/one-time-link.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { portalReference } from '../quoting/email-facts.ts'

const portalMark = (app: App, email: string): string =>
  app.sealer.mac('portal-email', email).toString('base64url')

export const entryFor = (app: App, { application: { applicant } }: HomeownersIntakeRecord): EmailMark => ({
  email: portalMark(app, applicant.email ?? ''),
})

export const isEmailOf = (app: App, intake: HomeownersIntakeRecord, email: string): boolean =>
  timingSafeEqual(Buffer.from(entryFor(app, intake).email), Buffer.from(portalMark(app, email)))

export const linkFor = (app: App, intake: HomeownersIntakeRecord): LinkFacts<'portal_sign_in'> => ({
  purpose: 'portal_sign_in',
  subject: intake.uid,
  data: entryFor(app, intake),
})

export const enterUrl = (app: App, uid: string, token: string): string =>
  `${app.config.publicUrl}/portal/enter/${token}?ref=${portalReference(app, uid)}`
