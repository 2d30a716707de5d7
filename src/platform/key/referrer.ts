import type { App } from '../app.ts'
import { safeName } from '../values/safe-name.ts'
import { findOperator, type OperatorRow } from './store.ts'

type Named = Pick<OperatorRow, 'referral_source_name' | 'organization_name'>

/** Null: its name is not known, or must not be printed. An operator must not pass for the agency. */
export const referrerName = (
  { config }: App,
  owner: string | null,
  operator: Named | undefined,
): string | null =>
  owner === null
    ? 'your assistant'
    : safeName(operator?.referral_source_name ?? operator?.organization_name, [config.agency.name])

export const findReferrer = async (app: App, owner: string | null): Promise<string | null> =>
  referrerName(app, owner, owner === null ? undefined : await findOperator(app.db, owner))
