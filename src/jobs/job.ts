export type JobFacts = {
  attempt: number
  lastAttempt: boolean
  /** Aborted when the service stops and cannot wait longer. The job then fails and runs again elsewhere. */
  signal: AbortSignal
}

/** Runs at least once, so its effects outside the database must tolerate a repetition. */
export type Job<A> = {
  name: string
  cron?: string
  run(app: A, payload: never, facts: JobFacts): Promise<void>
}

/** Jobs that wait for the same kind of far end. A lane that hangs holds up no other. */
export type Lane<A> = { name: string; concurrency: number; jobs: readonly Job<A>[] }
