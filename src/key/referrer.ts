import type { App } from '../app.ts'
import { findOperator, type OperatorRow } from './store.ts'

type Named = Pick<OperatorRow, 'referral_source_name' | 'organization_name'>

/** The business that asked for this application, as people are told. Null when its name is not known. */
export const referrerName = (owner: string | null, operator: Named | undefined): string | null =>
  owner === null ? 'your assistant' : (operator?.referral_source_name ?? operator?.organization_name ?? null)

export const findReferrer = async (app: App, owner: string | null): Promise<string | null> =>
  referrerName(owner, owner === null ? undefined : await findOperator(app.db, owner))
