import type pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import {
  askSession,
  listLockedBy,
  lockWorker,
  releaseJobs,
  releaseJobsOfDeadWorkers,
  unlockWorker,
} from './store.ts'

const EVERY_MS = 2 * SECOND
const COMING_BACK_MS = 10 * SECOND

export type LaneWorker = { id: string; running: ReadonlySet<string> }

export type WorkerLocks = {
  hold(lane: string, worker: LaneWorker): void
  stop(): void
}

class Holder {
  readonly #client: pg.PoolClient
  readonly #held = new Set<string>()
  lost = false

  constructor(client: pg.PoolClient) {
    this.#client = client
    client.once('end', () => this.letGo())
  }

  letGo(): void {
    if (this.lost) return
    this.lost = true
    this.#client.release(true)
  }

  /** Asks each time: a connection that went silent still looks open, while the server has let its locks go. */
  async match(wanted: ReadonlySet<string>): Promise<void> {
    await askSession(this.#client)
    for (const id of wanted)
      if (!this.#held.has(id) && (await lockWorker(this.#client, id))) this.#held.add(id)
    for (const id of [...this.#held])
      if (!wanted.has(id)) {
        await unlockWorker(this.#client, id)
        this.#held.delete(id)
      }
  }
}

/** A job whose handover was lost stays locked by a worker that never heard of it. Seen twice, it was not just done. */
const lostJobs = (pool: pg.Pool) => {
  let suspected = new Set<string>()
  return async (workers: Iterable<LaneWorker>): Promise<void> => {
    const unheard = new Set<string>()
    for (const { id: workerId, running } of workers) {
      const locked = await listLockedBy(pool, workerId)
      const unknown = locked.filter(id => !running.has(id))
      const lost = unknown.filter(id => suspected.has(id))
      if (lost.length > 0) await releaseJobs(pool, workerId, lost)
      for (const id of unknown) unheard.add(id)
    }
    suspected = unheard
  }
}

export const keepWorkerLocks = (pool: pg.Pool, log: Log): WorkerLocks => {
  const workers = new Map<string, LaneWorker>()
  const releaseLost = lostJobs(pool)
  let holder: Holder | null = null
  let stopped = false
  let lostAt = Number.NEGATIVE_INFINITY

  const holdAll = async (): Promise<void> => {
    if (stopped || workers.size === 0) return
    if (holder?.lost) lostAt = performance.now()
    if (holder === null || holder.lost) holder = new Holder(await pool.connect())
    if (stopped) return holder.letGo()
    await holder.match(new Set([...workers.values()].map(({ id }) => id)))
    await releaseLost(workers.values())
  }

  const keep = async (): Promise<void> => {
    try {
      await holdAll()
      const othersAreBack = performance.now() - lostAt > COMING_BACK_MS
      if (!stopped && othersAreBack) await releaseJobsOfDeadWorkers(pool)
    } catch (error) {
      holder?.letGo()
      log.warn({ err: error }, 'worker locks not kept')
    }
  }

  let last = Promise.resolve()
  const keepNext = (): void => {
    last = last.then(keep)
  }
  const timer = setInterval(keepNext, EVERY_MS)
  timer.unref()
  keepNext()

  return {
    hold(lane, worker) {
      workers.set(lane, worker)
      keepNext()
    },
    stop() {
      stopped = true
      clearInterval(timer)
      holder?.letGo()
    },
  }
}
