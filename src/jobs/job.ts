export type JobFacts = {
  attempt: number
  lastAttempt: boolean
  /** Aborted when the service stops and cannot wait longer. The job then fails and runs again elsewhere. */
  signal: AbortSignal
}

/** By what its jobs wait for: the mail server, a carrier, or only the database. A lane that hangs holds up no other. */
export type LaneName = 'emails' | 'carriers' | 'rest'

/** Runs at least once, so its effects outside the database must tolerate a repetition. */
export type Job<A> = {
  name: string
  cron?: string
  /** Default: rest. */
  lane?: LaneName
  run(app: A, payload: never, facts: JobFacts): Promise<void>
}

export type Lane<A> = { name: string; concurrency: number; jobs: readonly Job<A>[] }
