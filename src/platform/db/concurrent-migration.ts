import type pg from 'pg'

const MARK = /^-- concurrently\n/

export const isConcurrent = (sql: string): boolean => MARK.test(sql)

const statementsOf = (sql: string): string[] =>
  sql
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map(text => text.trim())
    .filter(text => text !== '')

const INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)\s/i

/** An interrupted build leaves an invalid index, which `if not exists` would accept. */
const dropInvalid = async (client: pg.PoolClient, name: string): Promise<void> => {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently ${name}`)
}

/** It may be interrupted and run again. It blocks no writers, so it has no time limit. */
export const applyConcurrently = async (client: pg.PoolClient, sql: string): Promise<void> => {
  for (const statement of statementsOf(sql)) {
    const [, index] = INDEX.exec(statement) ?? []
    if (index === undefined)
      throw new Error('Only "create index concurrently if not exists" can run like this.')
    await dropInvalid(client, index)
    await client.query(statement)
  }
}
