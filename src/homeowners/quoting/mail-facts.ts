import type { App } from '../../app.ts'
import { findOperator } from '../../key/store.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { loginUrl } from './portal-links.ts'

export const mailFacts = async (app: App, { uid, owner, application }: HomeownersIntakeRecord) => {
  const operator = owner === null ? undefined : await findOperator(app.db, owner)
  return {
    firstName: (application.applicant.full_name ?? '').split(' ')[0] ?? '',
    link: loginUrl(app, uid),
    referredBy:
      owner === null
        ? 'your assistant'
        : (operator?.referral_source_name ?? operator?.organization_name ?? null),
  }
}
