import { sql } from 'kysely'
import type { Db } from './database.ts'

/** One transaction at a time holds the lock of this name, until it ends. */
export const lockName = async (db: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}
