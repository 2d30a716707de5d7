import type { App } from '../../app.ts'
import type { LicensedPlace } from '../../config/agency.ts'
import { findReferrer } from '../../key/referrer.ts'
import { firstNameOf } from '../../line/fields/first-name.ts'
import type { Application } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { loginUrl } from './portal-links.ts'

export const homePlaces = ({ homes }: Application): LicensedPlace[] =>
  homes.flatMap(({ state }) => (state === undefined ? [] : [{ line: 'homeowners', state }]))

export const emailFacts = async (app: App, { uid, owner, application }: HomeownersIntakeRecord) => ({
  firstName: firstNameOf(application.applicant.full_name),
  link: loginUrl(app, uid),
  referredBy: await findReferrer(app, owner),
})
