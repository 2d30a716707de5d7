import type pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { holdWorker, releaseJobsOfDeadWorkers } from './store.ts'

const EVERY_MS = 2 * SECOND

/**
 * A worker that is killed leaves its jobs locked, and the library frees them only after four hours. So each worker
 * holds an advisory lock for as long as its process lives, and everybody frees the jobs of those who hold none.
 */
export const keepWorkerLocks = (pool: pg.Pool, log: Log) => {
  let holding: pg.PoolClient | null = null

  const hold = async (workerId: string): Promise<void> => {
    const client = await pool.connect()
    holding?.release(true)
    holding = client
    await holdWorker(client, workerId)
  }

  const quietly = (act: () => Promise<void>) =>
    act().catch((error: unknown) => log.warn({ err: error }, 'worker locks not kept'))

  const timer = setInterval(() => void quietly(() => releaseJobsOfDeadWorkers(pool)), EVERY_MS)
  timer.unref()
  void quietly(() => releaseJobsOfDeadWorkers(pool))

  return {
    hold: (workerId: string) => void quietly(() => hold(workerId)),
    stop: () => {
      clearInterval(timer)
      holding?.release(true)
      holding = null
    },
  }
}
