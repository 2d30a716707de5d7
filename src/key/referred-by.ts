import type { App } from '../app.ts'
import { safeName } from '../emails/rules/safe-name.ts'
import { findOperator, type OperatorRow } from './store.ts'

/** Null: no name that an email to someone else may print. An operator must not pass for the agency. */
export const referrerOf = (
  { config }: App,
  owner: string | null,
  operator: OperatorRow | undefined,
): string | null =>
  owner === null
    ? 'your assistant'
    : safeName(operator?.referral_source_name ?? operator?.organization_name, [config.agency.name])

export const referredBy = async (app: App, owner: string | null): Promise<string | null> =>
  referrerOf(app, owner, owner === null ? undefined : await findOperator(app.db, owner))
