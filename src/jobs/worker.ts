import { EventEmitter, once } from 'node:events'
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
import { releaseOnce } from './release-once.ts'
import { keepWorkerLocks } from './worker-locks.ts'

const STOPPING_WAITS_MS = 3 * SECOND
const LEAVING_MS = 8 * SECOND
const FAILING_MS = 5 * SECOND

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

type Watching = {
  onPool: (workerId: string) => void
  onLeaving: () => void
  /** For a while there has been nothing but errors where it looks for jobs. */
  onFailing: () => void
}

const watched = ({ onPool, onLeaving, onFailing }: Watching): WorkerEvents => {
  const events: WorkerEvents = new EventEmitter()
  let failingSince: number | null = null
  const works = (): void => {
    failingSince = null
  }
  return events
    .on('pool:create', ({ workerPool }) => onPool(workerPool.id))
    .on('pool:gracefulShutdown', onLeaving)
    .on('job:start', works)
    .on('worker:getJob:empty', works)
    .on('worker:getJob:error', () => {
      failingSince ??= performance.now()
      if (performance.now() - failingSince > FAILING_MS) onFailing()
    })
}

const start = <A>(options: WorkerOptions<A>, watching: Watching): Promise<Runner> => {
  const events = watched(watching)
  return run({
    pgPool: releaseOnce(options.pool),
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

const longAfter = async (signal: AbortSignal): Promise<void> => {
  await once(signal, 'abort')
  await setTimeout(LEAVING_MS, undefined, { ref: false })
}

/**
 * Keeps a runner alive: one that ends because the database went away is started again. So is one that only fails, since
 * the library keeps the outcome of its first look at the tasks for good, be it an error. And one that is leaving may wait
 * for an answer that never comes: it is left to itself after a while, and its jobs are freed like those of the dead.
 */
export const superviseWorker = <A>(options: WorkerOptions<A>): { stop(): Promise<void> } => {
  const ended = new AbortController()
  const locks = keepWorkerLocks(options.pool, options.log)
  let runner: Runner | null = null
  const keepRunning = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        const leaving = new AbortController()
        runner = await start(options, {
          onPool: locks.hold,
          onLeaving: () => leaving.abort(),
          // One that is leaving already may still complain while the next one works.
          onFailing: () => void (leaving.signal.aborted || runner?.stop().catch(() => undefined)),
        })
        if (ended.signal.aborted) await runner.stop()
        await Promise.race([runner.promise, longAfter(leaving.signal)])
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
