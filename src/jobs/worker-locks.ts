import type pg from 'pg'
import { SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { holdWorker, releaseJobsOfDeadWorkers } from './store.ts'

const EVERY_MS = 2 * SECOND

/**
 * A worker that is killed leaves its jobs locked, and the library frees them only after four hours. So each worker
 * holds an advisory lock for as long as its process lives, and everybody frees the jobs of those who hold none. A lock
 * goes with its connection, and is then taken again.
 */
export const keepWorkerLocks = (pool: pg.Pool, log: Log) => {
  let workerId: string | null = null
  let holding: pg.PoolClient | null = null

  const letGo = (): void => {
    holding?.release(true)
    holding = null
  }

  const hold = async (id: string): Promise<void> => {
    const client = await pool.connect()
    if (id !== workerId || holding) return client.release()
    holding = client
    client.once('end', () => {
      if (holding === client) letGo()
    })
    const held = await holdWorker(client, id).catch(error => {
      letGo()
      throw error
    })
    if (!held) letGo()
  }

  const keep = async (): Promise<void> => {
    try {
      if (workerId !== null && !holding) await hold(workerId)
      await releaseJobsOfDeadWorkers(pool)
    } catch (error) {
      log.warn({ err: error }, 'worker locks not kept')
    }
  }

  const timer = setInterval(() => void keep(), EVERY_MS)
  timer.unref()
  void keep()

  return {
    hold: (id: string): void => {
      letGo()
      workerId = id
      void keep()
    },
    stop: (): void => {
      clearInterval(timer)
      workerId = null
      letGo()
    },
  }
}
