import { EventEmitter } from 'node:events'
import {
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  runOnce,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import { counter } from '../lib/counters.ts'
import type { Log } from '../lib/log.ts'
import { SpanKind, type TraceParent, traced } from '../lib/tracing.ts'
import type { Job, Lane } from './job.ts'
import type { LaneWorker } from './worker-locks.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release?: Release) => void
type Release = (destroy?: boolean | Error) => void

const once = (release: Release | undefined): Release | undefined => {
  let released = release === undefined
  return destroy => {
    if (released) return
    released = true
    release?.(destroy)
  }
}

/** Only graphile-worker 0.17.3 (`listenForChanges` in main.js), which releases twice, connects with a callback. */
const releaseOnce = (pool: pg.Pool): pg.Pool => {
  const connect = (callback?: Connected): unknown =>
    callback
      ? pool.connect((error, client, release) => callback(error, client, once(release)))
      : pool.connect()
  return new Proxy(pool, {
    get: (target, name, receiver) => (name === 'connect' ? connect : Reflect.get(target, name, receiver)),
  })
}

const STOPPING_WAITS_MS = 3 * SECOND
const FAILING_MS = 5 * SECOND

const countFailure = counter({
  name: 'bindery_job_failures_total',
  help: 'Attempts of jobs that failed, by task. Failed attempts are retried.',
  labels: ['task'],
})

// The library's messages can quote a job's error, and with it personal data, so only the error itself is logged.
const quiet = (log: Log): Logger =>
  new Logger(() => (level, _message, meta) => {
    if (level === 'error')
      log.warn({ err: (meta as { error?: unknown } | undefined)?.error }, 'job library error')
  })

export const installJobs = (pool: pg.Pool, log: Log): Promise<void> =>
  runMigrations({ pgPool: pool, logger: quiet(log) })

export type LaneOptions<A> = { app: A; pool: pg.Pool; log: Log; lane: Lane<A> }

const unlessAborted = async (signal: AbortSignal, work: Promise<void>): Promise<void> => {
  let giveUp = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(new Error('The service is stopping.'))
    signal.addEventListener('abort', giveUp)
  })
  await Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', giveUp))
}

const guarded =
  <A>({ app, log }: LaneOptions<A>, { name, run: act }: Job<A>) =>
  async (payload: unknown, { job, abortSignal }: JobHelpers): Promise<void> => {
    const { attempts, max_attempts } = job
    const facts = { attempt: attempts, lastAttempt: attempts >= max_attempts }
    const signal = abortSignal ?? new AbortController().signal
    try {
      const span = {
        name: `job ${name}`,
        kind: SpanKind.CONSUMER,
        attributes: { 'bindery.task': name, 'bindery.attempt': attempts },
        parent: payload as TraceParent,
      }
      await traced(span, () => unlessAborted(signal, act(app, payload as never, { ...facts, signal })))
    } catch (error) {
      countFailure({ task: name })
      log[facts.lastAttempt ? 'error' : 'warn']({ job: name, ...facts, err: error }, 'job failed')
      throw error
    }
  }

export type Watching = {
  onPool: (worker: LaneWorker) => void
  onLeaving: () => void
  onFailing: () => void
}

const watched = ({ onPool, onLeaving, onFailing }: Watching): WorkerEvents => {
  const events: WorkerEvents = new EventEmitter()
  const running = new Set<string>()
  let failingSince: number | null = null
  const works = (): void => {
    failingSince = null
  }
  return events
    .on('pool:create', ({ workerPool: { id } }) => onPool({ id, running }))
    .on('pool:gracefulShutdown', onLeaving)
    .on('job:start', works)
    .on('job:start', ({ job }) => running.add(String(job.id)))
    .on('job:complete', ({ job }) => running.delete(String(job.id)))
    .on('worker:getJob:empty', works)
    .on('worker:getJob:error', () => {
      failingSince ??= performance.now()
      if (performance.now() - failingSince > FAILING_MS) onFailing()
    })
}

export const startRunner = <A>(options: LaneOptions<A>, watching: Watching): Promise<Runner> => {
  const { concurrency, jobs } = options.lane
  return run({
    pgPool: releaseOnce(options.pool),
    events: watched(watching),
    gracefulShutdownAbortTimeout: STOPPING_WAITS_MS,
    // Unbatched, the library does not await its own bookkeeping, and a lost database would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: quiet(options.log),
    noHandleSignals: true,
    concurrency,
    pollInterval: 2 * SECOND,
    taskList: Object.fromEntries(jobs.map(job => [job.name, guarded(options, job)])),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron }) => (cron ? [{ task: name, match: cron, identifier: name }] : [])),
    ),
  })
}

export const runDueJobs = async <A>(
  options: Omit<LaneOptions<A>, 'lane'>,
  jobs: readonly Job<A>[],
): Promise<void> => {
  const lane = { name: 'due', concurrency: 1, jobs }
  await runOnce({
    pgPool: options.pool,
    noHandleSignals: true,
    logger: quiet(options.log),
    concurrency: lane.concurrency,
    taskList: Object.fromEntries(jobs.map(job => [job.name, guarded({ ...options, lane }, job)])),
  })
}
