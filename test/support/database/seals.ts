import { type DatabaseRow, isSealedRow, sealRow } from '../../../src/platform/db/seals/row-seal.ts'
import { createSealer } from '../../../src/platform/lib/sealer.ts'
import { sealedTableMap } from '../../../src/tables.ts'
import { SECRET_KEY } from '../servers/service.ts'
import { query } from './database.ts'

/** Seals rows that a test wrote by itself, as the service would have: for states that take long to reach. */
export const sealAsService = async (databaseUrl: string, name: string): Promise<void> => {
  const table = sealedTableMap.get(name)
  if (!table) throw new Error(`${name} is not sealed`)
  const sealer = createSealer([SECRET_KEY])
  for (const row of await query<DatabaseRow>(databaseUrl, `select * from ${name}`)) {
    if (isSealedRow(sealer, table, row)) continue
    const where = table.key.map((column, at) => `${column} = $${at + 2}`).join(' and ')
    await query(databaseUrl, `update ${name} set seal = $1 where ${where}`, [
      sealRow(sealer, table, row, row.seal),
      ...table.key.map(column => row[column]),
    ])
  }
}
