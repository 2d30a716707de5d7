import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely'

const ROWS = 1000

/**
 * However many there are, no statement runs into its time limit, and what was deleted stays deleted. Not for a
 * transaction. The condition stands there twice: a row may be changed while its turn has not come.
 */
export const deleteInBatches = async <T, N extends keyof T & string>(
  db: Kysely<T>,
  table: N,
  condition: (eb: ExpressionBuilder<T, N>) => Expression<SqlBool>,
): Promise<void> => {
  const from = sql.table(table)
  const which = condition(expressionBuilder<T, N>())
  const statement = sql`
    delete from ${from}
    where ctid = any(array(select ctid from ${from} where ${which} limit ${sql.lit(ROWS)})) and ${which}
  `
  let deleted: bigint | undefined
  do deleted = (await statement.execute(db)).numAffectedRows
  while (deleted)
}
