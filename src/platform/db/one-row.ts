import { DeleteResult, InsertResult, type SelectQueryBuilder, sql, type UpdateResult } from 'kysely'
import pg from 'pg'

/** Select it from the rows that a guarded write returned: unless there is exactly one, the transaction fails. */
export const mustBeOne = sql<void>`must_be_one(count(*))`.as('one')

export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === 'BD001'

type First<R> = { executeTakeFirst(): Promise<R | undefined> }

/** Whether a select, or a write with `returning`, finds a row. */
export const isThere = async (rows: First<unknown>): Promise<boolean> =>
  (await rows.executeTakeFirst()) !== undefined

/** Whether a write without `returning` changes exactly one row. */
export const writesOne = async (
  write: First<InsertResult | UpdateResult | DeleteResult>,
): Promise<boolean> => {
  const done = await write.executeTakeFirst()
  if (done instanceof InsertResult) return done.numInsertedOrUpdatedRows === 1n
  return (done instanceof DeleteResult ? done.numDeletedRows : done?.numUpdatedRows) === 1n
}

export const countOf = async <D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
): Promise<number> => {
  const counted: unknown = await rows
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number((counted as { count: number }).count)
}
