import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../app.ts'
import type { LinkFacts } from '../../signin/one-time-link.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { portalReference } from '../quoting/portal-links.ts'

const emailMark = (app: App, email: string): string =>
  app.sealer.mac('portal-email', email).toString('base64url')

/** Stored with a link and its session: both end when the application's email address changes. */
export type PortalEntry = { email: string }

export const entryFor = (app: App, { application: { applicant } }: HomeownersIntakeRecord): PortalEntry => ({
  email: emailMark(app, applicant.email ?? ''),
})

export const isEmailOf = (app: App, intake: HomeownersIntakeRecord, email: string): boolean =>
  timingSafeEqual(Buffer.from(entryFor(app, intake).email), Buffer.from(emailMark(app, email)))

export const linkFor = (app: App, intake: HomeownersIntakeRecord): LinkFacts => ({
  purpose: 'portal_sign_in',
  subject: intake.uid,
  data: entryFor(app, intake),
})

export const enterUrl = (app: App, uid: string, token: string): string =>
  `${app.config.publicUrl}/portal/enter/${token}?ref=${portalReference(app, uid)}`
