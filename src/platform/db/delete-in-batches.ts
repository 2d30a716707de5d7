import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely'

const ROWS = 1000

/** Not for use in a transaction. The condition appears twice, because a row may change before it is deleted. */
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
