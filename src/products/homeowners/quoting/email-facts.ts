import type { Requester } from '../../../agency/emails/layout.ts'
import type { App } from '../../../platform/app.ts'
import type { LicensedPlace } from '../../../platform/config/agency.ts'
import { findReferrer } from '../../../platform/key/referrer.ts'
import { referenceTo, referredName } from '../../../platform/lib/reference.ts'
import { firstNameOf } from '../../../platform/values/personal-text.ts'
import { isReshopped } from '../../line/aftersale/reshop.ts'
import type { Application } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'

const PURPOSE = 'portal-reference'

export const portalReference = ({ sealer }: App, uid: string): string => referenceTo(sealer, PURPOSE, uid)

export const referredUid = ({ sealer }: App, reference: string): string | null =>
  referredName(sealer, PURPOSE, reference)

export const loginPath = (reference: string): string => `/portal/login?ref=${reference}`

export const loginUrl = (app: App, uid: string): string =>
  app.config.publicUrl + loginPath(portalReference(app, uid))

export const homePlaces = ({ homes }: Application): LicensedPlace[] =>
  homes.flatMap(({ state }) => (state === undefined ? [] : [{ line: 'homeowners', state }]))

export const requesterOf = async (
  app: App,
  { owner, application: { sources, homes } }: HomeownersIntakeRecord,
): Promise<Required<Requester>> => ({
  referredBy: await findReferrer(app, owner),
  isOurs: isReshopped({ sources, field_estimates: homes.flatMap(({ field_estimates }) => field_estimates) }),
})

export const emailFacts = async (app: App, intake: HomeownersIntakeRecord) => ({
  firstName: firstNameOf(intake.application.applicant.full_name),
  link: loginUrl(app, intake.uid),
  ...(await requesterOf(app, intake)),
})
