import type { Db } from '../../../platform/db/database.ts'

type Tables = {
  operators: { operator_uid: string; email: string }
  intakes: { uid: string; owner: string | null; created_at: Date }
}

export const applicationsOf = async (db: Db, operatorEmail: string): Promise<string[]> => {
  const rows = await db
    .withTables<Tables>()
    .selectFrom('intakes')
    .innerJoin('operators', 'operators.operator_uid', 'intakes.owner')
    .where('operators.email', '=', operatorEmail)
    .orderBy('intakes.created_at')
    .select('intakes.uid')
    .execute()
  return rows.map(({ uid }) => uid)
}
