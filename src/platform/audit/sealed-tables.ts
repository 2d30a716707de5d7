import type { SealedTable } from '../db/seals/row-seal.ts'
import { accessTables } from './sealed/access.ts'
import { applicationTables } from './sealed/applications.ts'
import { moneyTables } from './sealed/money.ts'
import { purchaseTables } from './sealed/purchases.ts'
import { staffTables } from './sealed/staff.ts'

export const sealedIntake: SealedTable = {
  table: 'intakes',
  key: ['uid'],
  columns: [
    'uid',
    'line',
    'owner',
    'sandbox',
    'status',
    'revision',
    'application',
    'email_mac',
    'consent_id',
    'version',
    'created_at',
    'updated_at',
    'submitted_at',
    'erased_at',
    'audit_seq',
    'audit_hash',
    'audit_mac',
  ],
  encrypted: ['application'],
  deletion: 'never',
}

/** Migrations have a trigger for each of them, which logs every seal. */
export const sealedTables: readonly SealedTable[] = [
  sealedIntake,
  ...applicationTables,
  ...purchaseTables,
  ...moneyTables,
  ...accessTables,
  ...staffTables,
]

export const sealedTableMap: ReadonlyMap<string, SealedTable> = new Map(
  sealedTables.map(table => [table.table, table]),
)
