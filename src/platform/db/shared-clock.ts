import type pg from 'pg'
import { type Clock, SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { readDatabaseTime } from './store.ts'

const EVERY_MS = 10 * SECOND
const TOLERANCE_MS = SECOND / 4

export type SharedClock = Clock & {
  follow(pool: pg.Pool, log: Log): Promise<void>
  stop(): void
}

export const createSharedClock = (): SharedClock => {
  let offsetMs = Date.now() - performance.now()
  let timer: NodeJS.Timeout | undefined
  const nowMs = (): number => performance.now() + offsetMs

  const compare = async (pool: pg.Pool, log: Log): Promise<void> => {
    const asked = performance.now()
    const databaseMs = (await readDatabaseTime(pool)).getTime()
    const roundTripMs = performance.now() - asked
    const differenceMs = databaseMs + roundTripMs / 2 - nowMs()
    if (Math.abs(differenceMs) <= TOLERANCE_MS + roundTripMs / 2) return
    offsetMs += differenceMs
    log.warn({ difference_ms: Math.round(differenceMs) }, 'clock differs from the database, following it')
  }

  return {
    now: () => new Date(nowMs()),
    async follow(pool, log) {
      await compare(pool, log)
      const again = () =>
        compare(pool, log).catch((error: unknown) =>
          log.warn({ err: error }, 'clock not compared with the database'),
        )
      timer = setInterval(() => void again(), EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}
