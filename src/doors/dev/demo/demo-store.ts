import { intakes } from '../../../platform/audit/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { tablesOf } from '../../../platform/db/table.ts'
import { operators } from '../../../platform/key/store.ts'

const tables = tablesOf(operators, intakes)

export const applicationsOf = async (db: Db, operatorEmail: string): Promise<string[]> => {
  const rows = await tables(db)
    .selectFrom('intakes')
    .innerJoin('operators', 'operators.operator_uid', 'intakes.owner')
    .where('operators.email', '=', operatorEmail)
    .orderBy('intakes.created_at')
    .select('intakes.uid')
    .execute()
  return rows.map(({ uid }) => uid)
}
