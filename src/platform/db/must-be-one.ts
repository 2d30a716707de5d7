import { sql } from 'kysely'
import pg from 'pg'

/** Select it from the rows that a guarded write returned: unless there is exactly one, the transaction fails. */
export const mustBeOne = sql<void>`must_be_one(count(*))`.as('one')

export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === 'BD001'
