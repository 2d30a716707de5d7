import { query } from '../database/database.ts'

/**
 * The job library waits by the database's clock: bring the next attempt of every failed job forward. It has only as many
 * as days would take, so that a test which cannot wait must not use them up: each counts as the first.
 */
export const hurry = (databaseUrl: string) =>
  query(
    databaseUrl,
    `with moved as (update graphile_worker._private_jobs set run_at = now(), attempts = 1
       where attempts between 1 and max_attempts - 1 and locked_at is null)
     select pg_notify('jobs:insert', '{"r":0,"count":1}')`,
  )

/** Runs the jobs that wait for a moment which only the service's moved clock has reached. */
export const wake = (databaseUrl: string) =>
  query(
    databaseUrl,
    `with moved as (update graphile_worker._private_jobs set run_at = now()
       where key is not null and locked_at is null)
     select pg_notify('jobs:insert', '{"r":0,"count":1}')`,
  )
