import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Lane } from './job.ts'
import { type LaneOptions, startRunner } from './runner.ts'
import { keepWorkerLocks, type WorkerLocks } from './worker-locks.ts'

const LEAVING_MS = 8 * SECOND

export type Worker = { stop(): Promise<void> }

const longAfter = async (signal: AbortSignal): Promise<void> => {
  await once(signal, 'abort')
  await setTimeout(LEAVING_MS, undefined, { ref: false })
}

/** A runner that is stopping may wait forever, so it is abandoned and its jobs are freed. */
const superviseLane = <A>(options: LaneOptions<A>, locks: WorkerLocks): Worker => {
  const { log, lane } = options
  const ended = new AbortController()
  let runner: Runner | null = null
  const keepRunning = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      try {
        const leaving = new AbortController()
        runner = await startRunner(options, {
          onPool: worker => locks.hold(lane.name, worker),
          onLeaving: () => leaving.abort(),
          onFailing: () => void (leaving.signal.aborted || runner?.stop().catch(() => undefined)),
        })
        if (ended.signal.aborted) await runner.stop()
        await Promise.race([runner.promise, longAfter(leaving.signal)])
      } catch (error) {
        log.warn({ lane: lane.name, err: error }, 'worker lost, starting again')
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
    },
  }
}

type WorkerOptions<A> = { app: A; pool: pg.Pool; log: Log; lanes: readonly Lane<A>[] }

export const superviseWorker = <A>({ lanes, ...options }: WorkerOptions<A>): Worker => {
  const locks = keepWorkerLocks(options.pool, options.log)
  const supervised = lanes.map(lane => superviseLane({ ...options, lane }, locks))
  return {
    async stop() {
      await Promise.all(supervised.map(lane => lane.stop()))
      locks.stop()
    },
  }
}
