import { onTestFinished } from 'vitest'
import { lanes } from '../../../src/job-table.ts'
import type { App } from '../../../src/platform/app.ts'
import { readConfig } from '../../../src/platform/config.ts'
import type { VersionTable } from '../../../src/platform/http/versions.ts'
import { createLog } from '../../../src/platform/lib/log.ts'
import { startService } from '../../../src/service.ts'
import { createDatabase, SECRET_KEY } from '../database/database.ts'
import { freePort } from './free-port.ts'
import { movableClock } from './movable-clock.ts'
import { nowRunning, stopped } from './running-here.ts'

export { SECRET_KEY }

export type TestService = {
  url: string
  databaseUrl: string
  app: App
  /** Everything that was logged. */
  log: string[]
  /** Moves the service's clock. */
  pass(milliseconds: number): void
  /** For the rest of a test only `pass` moves it: what is about to end does not end because the machine is busy. */
  stopClock(): void
  /** What a signal to stop begins with. */
  drain(): void
  stop(): Promise<void>
}

/** Without their timetables, which go by the clock on the wall: a test runs such a job when it wants to. */
const lanesOnDemand = lanes.map(lane => ({ ...lane, jobs: lane.jobs.map(({ cron: _, ...job }) => job) }))

type Options = {
  env?: Record<string, string>
  work?: boolean
  databaseUrl?: string
  versions?: VersionTable
}

/** The real service on a real port, in this process, so that its clock can be moved. */
export const startTestService = async ({
  env = {},
  work = true,
  databaseUrl,
  versions,
}: Options = {}): Promise<TestService> => {
  const port = await freePort()
  const database = databaseUrl ?? (await createDatabase('SECRET_KEY' in env ? 'migrated' : 'started'))
  const clock = movableClock()
  const log: string[] = []
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: database,
    SECRET_KEY,
    LOG_LEVEL: 'debug',
    ...env,
  })
  const service = await startService({
    config,
    clock,
    work,
    lanes: lanesOnDemand,
    ...(versions && { versions }),
    log: createLog(config.logLevel, { write: line => log.push(line) }),
  })
  nowRunning(config.publicUrl, service.app)
  return {
    url: config.publicUrl,
    databaseUrl: database,
    app: service.app,
    log,
    pass: clock.pass,
    stopClock: () => {
      clock.stop()
      onTestFinished(clock.goOn)
    },
    drain: service.drain,
    stop: () => {
      stopped(config.publicUrl, service.app)
      return service.stop()
    },
  }
}

/** The same, stopped when the test that started it ends. */
export const serviceForThisTest = async (options: Options = {}): Promise<TestService> => {
  const service = await startTestService(options)
  onTestFinished(() => service.stop())
  return service
}
