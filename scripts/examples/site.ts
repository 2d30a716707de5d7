import { mock } from 'node:test'
import { EXAMPLE_URL } from '../../src/doors/discovery/openapi/examples.ts'
import { lanes } from '../../src/job-table.ts'
import type { App } from '../../src/platform/app.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createPatientPool } from '../../src/platform/db/database.ts'
import { runDueJobs } from '../../src/platform/jobs/runner.ts'
import { systemClock } from '../../src/platform/lib/clock.ts'
import { createLog } from '../../src/platform/lib/log.ts'
import { startService } from '../../src/service.ts'
import { freePort } from '../../test/support/servers/free-port.ts'
import { startProxy } from '../../test/support/servers/tcp-proxy.ts'
import { exampleRandom } from './example-random.ts'

export const SHARED_KEY = 'a-shared-key-for-examples'

export type Site = {
  url: string
  app: App
  /** Runs all waiting jobs one by one, never during a call. */
  work(): Promise<void>
  pass(milliseconds: number): void
  /** Causes an unexpected error. */
  breakTable(name: string): Promise<void>
  /** Takes the database away. */
  cutDatabase(): Promise<void>
  stop(): Promise<void>
}

const FIRST_MOMENT = new Date('2026-03-02T17:00:00Z')

/** A proxy to a database on a Unix socket that can be cut off. */
const wayTo = async (databaseUrl: string) => {
  const direct = new URL(databaseUrl.replace('@/', '@socket/'))
  const { searchParams } = direct
  const proxy = await startProxy(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`)
  const url = `postgresql://bindery@127.0.0.1:${proxy.port}${direct.pathname}?sslmode=disable`
  return { url, cut: () => proxy.close() }
}

/** The real service on a new database, with a fixed date and fixed random draws. */
export const startSite = async (databaseUrl: string): Promise<Site> => {
  const pool = createPatientPool({ url: databaseUrl, onError: () => undefined })
  const way = await wayTo(databaseUrl)
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: EXAMPLE_URL,
    DATABASE_URL: way.url,
    SECRET_KEY: 'a secret that only the examples know and that is long enough',
    SHARED_KEYS: SHARED_KEY,
  })
  mock.timers.enable({ apis: ['Date'], now: FIRST_MOMENT })
  const log = createLog('error', { write: () => undefined })
  const service = await startService({
    config,
    log,
    clock: systemClock,
    work: false,
    random: exampleRandom(),
  })
  return {
    url: `http://127.0.0.1:${port}`,
    app: service.app,
    work: () =>
      runDueJobs(
        { app: service.app, pool, log },
        lanes.flatMap(({ jobs }) => jobs),
      ),
    pass: milliseconds => mock.timers.setTime(Date.now() + milliseconds),
    breakTable: async name => void (await pool.query(`alter table ${name} rename to gone`)),
    cutDatabase: way.cut,
    async stop() {
      await service.stop()
      await pool.end()
      mock.timers.reset()
    },
  }
}
