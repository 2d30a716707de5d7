import type { App } from '../../app.ts'
import { referredBy } from '../../key/referred-by.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { loginUrl } from './portal-links.ts'

export const mailFacts = async (app: App, { uid, owner, application }: HomeownersIntakeRecord) => {
  return {
    firstName: (application.applicant.full_name ?? '').split(' ')[0] ?? '',
    link: loginUrl(app, uid),
    referredBy: await referredBy(app, owner),
  }
}
