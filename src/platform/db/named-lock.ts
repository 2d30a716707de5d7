import { sql } from 'kysely'
import type { Db } from './database.ts'

export const lockName = async (db: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** Holders of the share do not wait for each other, only for who locks the name. */
export const shareName = async (db: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(db)
}
