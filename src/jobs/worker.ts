import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { keepWorkerLocks } from './worker-locks.ts'

const STOPPING_WAITS_MS = 3 * SECOND

export type JobFacts = {
  attempt: number
  lastAttempt: boolean
  /** Aborted when the service stops and cannot wait longer: the job fails and is run again elsewhere. */
  signal: AbortSignal
}

/** Runs at least once: whatever it does outside the database must bear a second time. */
export type Job<A> = {
  name: string
  cron?: string
  run(app: A, payload: never, facts: JobFacts): Promise<void>
}

// The library's own lines can quote a job's error, and with it somebody's data: only their level is kept.
const quiet = (log: Log): Logger =>
  new Logger(() => (level, _message, meta) => {
    if (level === 'error')
      log.warn({ err: (meta as { error?: unknown } | undefined)?.error }, 'job library error')
  })

export const installJobs = (pool: pg.Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: quiet(log) })

type WorkerOptions<A> = { app: A; pool: pg.Pool; log: Log; jobs: readonly Job<A>[] }

/** A job that waits for a far end does not hold up a stop: it fails, and runs again elsewhere. */
const unlessAborted = async (signal: AbortSignal, work: Promise<void>): Promise<void> => {
  let giveUp = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('The service is stopping.'))
    signal.addEventListener('abort', giveUp)
  })
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}

const guarded =
  <A>({ app, log }: WorkerOptions<A>, { name, run: act }: Job<A>) =>
  async (payload: unknown, { job, abortSignal }: JobHelpers): Promise<void> => {
    const { attempts, max_attempts } = job
    const facts = { attempt: attempts, lastAttempt: attempts >= max_attempts }
    const signal = abortSignal ?? new AbortController().signal
    try {
      await unlessAborted(signal, act(app, payload as never, { ...facts, signal }))
    } catch (error) {
      log[facts.lastAttempt ? 'error' : 'warn']({ job: name, ...facts, err: error }, 'job failed')
      throw error
    }
  }

const start = <A>(options: WorkerOptions<A>, onPool: (workerId: string) => void): Promise<Runner> => {
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id))
  return run({
    pgPool: options.pool,
    events,
    gracefulShutdownAbortTimeout: STOPPING_WAITS_MS,
    // Batched, the library waits for its own bookkeeping; otherwise a database that goes away ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quiet(options.log),
    noHandleSignals: true,
    concurrency: 4,
    pollInterval: 2 * SECOND,
    taskList: Object.fromEntries(options.jobs.map(job => [job.name, guarded(options, job)])),
    parsedCronItems: parseCronItems(
      options.jobs.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, identifier: name }] : [])),
    ),
  })
}

/** Keeps a runner alive: one that ends because the database went away is started again. */
export const superviseWorker = <A>(options: WorkerOptions<A>): { stop(): Promise<void> } => {
  const ended = new AbortController()
  const locks = keepWorkerLocks(options.pool, options.log)
  let runner: Runner | null = null
  const keepRunning = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        runner = await start(options, locks.hold)
        if (ended.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        options.log.warn({ err: error }, 'worker lost, starting again')
      }
      await setTimeout(SECOND, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  }
  const running = keepRunning()
  return {
    async stop() {
      ended.abort()
      await runner?.stop().catch(() => undefined)
      await running
      locks.stop()
    },
  }
}
