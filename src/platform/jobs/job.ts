type JobFacts = {
  attempt: number
  lastAttempt: boolean
  signal: AbortSignal
}

export type LaneName = 'emails' | 'carriers' | 'rest'

/** Runs at least once, so its effects outside the database must tolerate repetition. */
export type Job<A, Payload = never> = {
  name: string
  cron?: string
  lane?: LaneName
  run: (app: A, payload: Payload, facts: JobFacts) => Promise<void>
}

export type Lane<A> = { name: string; concurrency: number; jobs: readonly Job<A>[] }
