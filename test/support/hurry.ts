import { query } from './database.ts'

/** The job library waits by the database's clock: bring the next attempt of every failed job forward. */
export const hurry = (databaseUrl: string) =>
  query(
    databaseUrl,
    `with moved as (update graphile_worker._private_jobs set run_at = now() where attempts > 0 and locked_at is null)
     select pg_notify('jobs:insert', '{"r":0,"count":1}')`,
  )
