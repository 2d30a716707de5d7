import { setTimeout } from 'node:timers/promises'
import type { App } from './app.ts'
import { beginSealing } from './audit/anchors.ts'
import { sealedTableMap } from './audit/sealed-tables.ts'
import { type Config, ConfigError } from './config.ts'
import { createJobPool, createPatientPool, createPool, TIME_LIMITS_OF_A_TRANSACTION } from './db/database.ts'
import { attachEmbedded } from './db/embedded/attach.ts'
import { firstContact, untilReachable } from './db/first-contact.ts'
import { migrate } from './db/migrate.ts'
import type { Seals } from './db/seals/sealing-connection.ts'
import { checkSecret } from './db/secret-canary.ts'
import { createDb } from './db/session.ts'
import { createSharedClock } from './db/shared-clock.ts'
import { createAdminServer } from './discovery/admin-server.ts'
import type { Standing } from './discovery/health.ts'
import { closeDeliveries } from './emails/deliveries.ts'
import { limitNames } from './emails/rules/limits.ts'
import { closeTransports } from './emails/transport.ts'
import { createBudgets } from './http/budgets/budgets.ts'
import { costBudgets, emailBudgets } from './http/budgets/costs.ts'
import { listen } from './http/listen.ts'
import { createMetrics } from './http/metrics/metrics.ts'
import { createServer } from './http/server.ts'
import { versions as publishedVersions, type VersionTable } from './http/versions.ts'
import { lanes } from './job-table.ts'
import { installJobs } from './jobs/runner.ts'
import { superviseWorker } from './jobs/worker.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { createLog, type Log } from './lib/log.ts'
import { ownSecret } from './lib/own-secret.ts'
import { type Random, secureRandom } from './lib/random.ts'
import { createSealer } from './lib/sealer.ts'
import { noteSecurityEvent } from './lib/security-events.ts'
import { allLines } from './lines.ts'
import { marketsMount } from './markets/mount.ts'
import { mcpCalls, mountMcp } from './mcp/mount.ts'
import { oauthMount } from './oauth/mount.ts'
import { failurePage } from './pages/failure-page.ts'
import { pageWithMarks, withMarks, withSwitch } from './pages/service-marks.ts'
import { stripeMount, webhooks } from './payments/stripe/webhook.ts'
import { createRequestLog } from './requests/request-log.ts'
import { sealedColumns } from './reseal.ts'
import { documents, mcpServers, rows } from './routes.ts'

export type ServiceOptions = {
  config: Config
  serve?: boolean
  work?: boolean
  clock?: Clock
  random?: Random
  log?: Log
  versions?: VersionTable
  signal?: AbortSignal
  /** One of several processes: serves its metrics on a port of its own, and tells it here. */
  onAdminPort?: (port: number) => void
}

export type Service = {
  app: App
  drain(): void
  stop(): Promise<void>
}

// A hung connection must not block the shutdown.
const CLOSING_MS = 7000

const within = async (milliseconds: number, work: unknown): Promise<void> => {
  const late = new AbortController()
  const limit = setTimeout(milliseconds, undefined, { signal: late.signal }).then(() => {
    throw new Error('took too long to close')
  })
  await Promise.race([work, limit]).finally(() => late.abort())
}

type Closer = () => Promise<unknown> | unknown

export const closeAll = async (closers: Closer[], log: Log): Promise<void> => {
  for (const close of closers.toReversed())
    try {
      await within(CLOSING_MS, close())
    } catch (error) {
      log.warn({ err: error }, 'not closed cleanly')
    }
}

const openDatabase = async (
  { databaseUrl, dataDir }: Config,
  log: Log,
  closers: Closer[],
): Promise<string> => {
  if (databaseUrl !== null) return databaseUrl
  const embedded = await attachEmbedded(dataDir, { log: (event, facts) => log.info(facts ?? {}, event) })
  closers.push(() => embedded.detach())
  return embedded.url
}

const sealerOf = async ({ secretKeys, dataDir }: Config) => {
  const [first, ...others] = secretKeys
  return createSealer(first === undefined ? [await ownSecret(dataDir)] : [first, ...others])
}

/** A misspelled override would silently do nothing. */
const checkBudgetNames = (config: Config): void => {
  const budgets = [
    ...rows.flatMap(({ budgets, guard }) => [...budgets, guard.failures]),
    ...documents(config, () => 'running').flatMap(({ budget, formBudget }) => [budget, formBudget]),
    mcpCalls,
    webhooks,
    ...costBudgets,
    ...emailBudgets,
  ]
  const known = new Set(budgets.flatMap(budget => (budget ? [budget.name] : [])))
  for (const name of config.rateLimits.overrides.keys())
    if (!known.has(name))
      throw new ConfigError(
        `RATE_LIMITS names the budget "${name}", which does not exist: the budgets are ${[...known].sort().join(', ')}.`,
      )
}

const checkEmailLimits = ({ emailLimits }: Config): void => {
  for (const name of emailLimits.overrides.keys())
    if (!limitNames.includes(name))
      throw new ConfigError(
        `EMAIL_LIMITS names "${name}", which does not exist: the limits are ${limitNames.join(', ')}.`,
      )
}

export const openApp = async (
  { config, clock = systemClock, random = secureRandom, log = createLog(config.logLevel) }: ServiceOptions,
  closers: Closer[],
) => {
  checkBudgetNames(config)
  checkEmailLimits(config)
  const url = await openDatabase(config, log, closers)
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pooler = config.databasePoolUrl !== null
  const pool = createPool({ url: config.databasePoolUrl ?? url, onError, pooler })
  const jobPool = createJobPool({ url, onError })
  const patientPool = createPatientPool({ url, onError })
  closers.push(
    () => pool.end(),
    () => jobPool.end(),
    () => patientPool.end(),
  )
  const sealer = await sealerOf(config)
  const seals: Seals = {
    sealer,
    tables: sealedTableMap,
    onBroken: (table, key) => noteSecurityEvent({ log }, 'row_seal_broken', { table, key }),
  }
  const afterCommit = (act: () => void): void => act()
  const beforeCommit = (): never => {
    throw new Error('There is no transaction: call it inside transact().')
  }
  const db = createDb(pool, seals, pooler ? TIME_LIMITS_OF_A_TRANSACTION : '')
  const app: App = { config, clock, random, log, sealer, db, afterCommit, beforeCommit }
  if (pooler) app.direct = createDb(jobPool, seals)
  for (const { carriers } of allLines) carriers.byMode(app)
  return { app, pool, jobPool, patientPool, seals }
}

type Opened = Awaited<ReturnType<typeof openApp>>

export const migrateAll = ({ app, patientPool }: Opened): Promise<string[]> => {
  const { log } = app
  const run = () => migrate(patientPool, { log, alsoRun: () => installJobs(patientPool, log) })
  return app.config.databaseUrl === null ? run() : firstContact(run)
}

type Door = Pick<ServiceOptions, 'onAdminPort'> & {
  opened: Opened
  versions: VersionTable
  serve: boolean
  standing: () => Standing
}

const openDoors = async ({ opened: { app, pool }, ...door }: Door, closers: Closer[]): Promise<void> => {
  const { config } = app
  const metrics = createMetrics()
  if (door.serve) {
    const budgets = createBudgets(pool, config.rateLimits, error =>
      app.log.warn({ err: error }, 'costs not counted'),
    )
    const requestLog = createRequestLog(app)
    closers.push(() => requestLog.close())
    const server = createServer({
      app,
      onAnswered: requestLog.note,
      draining: () => door.standing() === 'stopping',
      starting: () => door.standing() === 'starting',
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      rows,
      documents: documents(config, door.standing).map(pageWithMarks),
      budgets,
      metrics,
      versions: door.versions,
      tracing: config.traceEndpoint !== null,
      failurePage: async (failure, status, visit) =>
        withMarks(withSwitch(await failurePage(failure, status), visit), app),
      mounts: [
        mountMcp({ app, budgets }, mcpServers),
        oauthMount({ app, budgets }),
        stripeMount({ app, budgets }),
        marketsMount({ app, budgets }),
      ],
    })
    closers.push(() => server.close())
    await listen(server, { host: config.host, port: config.port, portSetting: 'PORT' })
  }
  if (config.adminPort !== null) {
    const server = createAdminServer({ app, pool, metrics }, door.standing)
    closers.push(() => server.close())
    const { onAdminPort } = door
    const place = onAdminPort
      ? { host: '127.0.0.1', port: 0, shared: false }
      : { host: config.host, port: config.adminPort }
    await listen(server, { ...place, portSetting: 'ADMIN_PORT' })
    for (const bound of server.addresses()) if (typeof bound === 'object') onAdminPort?.(bound.port)
  }
}

const start = async (options: ServiceOptions, closers: Closer[]): Promise<Service> => {
  const { serve = true, work = true, versions = publishedVersions, signal } = options
  const shared = options.clock ? null : createSharedClock()
  const opened = await openApp({ ...options, ...(shared && { clock: shared }) }, closers)
  const { app, pool, jobPool, patientPool } = opened
  closers.push(
    () => closeTransports(app),
    () => closeDeliveries(app),
  )
  let standing: Standing = 'starting'
  const { onAdminPort } = options
  const door = { opened, versions, serve, standing: () => standing }
  await openDoors({ ...door, ...(onAdminPort && { onAdminPort }) }, closers)
  await untilReachable(
    async () => {
      await migrateAll(opened)
      const sealed = { pool: patientPool, sealer: app.sealer, columns: sealedColumns }
      await checkSecret(sealed, app.config, () => noteSecurityEvent(app, 'secret_refused'))
      await beginSealing(app, patientPool)
    },
    { log: app.log, signal },
  )
  if (shared) {
    closers.push(() => shared.stop())
    await untilReachable(() => shared.follow(pool, app.log), { log: app.log, signal })
  }
  standing = 'running'
  if (work) {
    const worker = superviseWorker({ app, pool: jobPool, log: app.log, lanes })
    closers.push(() => worker.stop())
  }
  return {
    app,
    drain: () => {
      standing = 'stopping'
    },
    stop: () => closeAll(closers.splice(0), app.log),
  }
}

export const startService = async (options: ServiceOptions): Promise<Service> => {
  const closers: Closer[] = []
  try {
    return await start(options, closers)
  } catch (error) {
    await closeAll(closers, options.log ?? createLog(options.config.logLevel))
    throw error
  }
}
