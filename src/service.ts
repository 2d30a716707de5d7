import { closeDeliveries } from './agency/emails/deliveries.ts'
import { closeTransports } from './agency/emails/transport.ts'
import { stripeMount } from './agency/payments/stripe/webhook.ts'
import { createAdminServer } from './doors/discovery/admin-server.ts'
import type { ServicePhase } from './doors/discovery/health.ts'
import { marketsMount } from './doors/markets/mount.ts'
import { mountMcp } from './doors/mcp/mount.ts'
import { oauthMount } from './doors/oauth/mount.ts'
import { createRequestLog } from './doors/requests/request-log.ts'
import { lanes as allLanes } from './job-table.ts'
import { type AppOptions, type Closer, closeAll, migrateAll, type Opened, openApp } from './open-app.ts'
import { documents } from './page-table.ts'
import type { App } from './platform/app.ts'
import { beginSealing } from './platform/audit/begin-sealing.ts'
import { untilReachable } from './platform/db/first-contact.ts'
import { checkSecret } from './platform/db/secret-canary.ts'
import { createSharedClock } from './platform/db/shared-clock.ts'
import { createBudgets } from './platform/http/budgets/budgets.ts'
import { listen } from './platform/http/listen.ts'
import { createMetrics } from './platform/http/metrics/metrics.ts'
import { hasPlainCookies } from './platform/http/pages/plain-cookies.ts'
import { createServer } from './platform/http/server.ts'
import { versions as publishedVersions, type VersionTable } from './platform/http/versions.ts'
import type { Lane } from './platform/jobs/job.ts'
import { superviseWorker } from './platform/jobs/worker.ts'
import { createLog } from './platform/lib/log.ts'
import { noteSecurityEvent } from './platform/lib/security-events.ts'
import { failurePage } from './platform/pages/failure-page.ts'
import { pageWithMarks, withMarks, withSwitch } from './platform/pages/service-marks.ts'
import { mcpServers, rows } from './routes.ts'
import { sealedColumns } from './tables.ts'

export type ServiceOptions = AppOptions & {
  serve?: boolean
  work?: boolean
  versions?: VersionTable
  lanes?: readonly Lane<App>[]
  signal?: AbortSignal
  onAdminPort?: (port: number) => void
}

export type Service = {
  app: App
  drain(): void
  stop(): Promise<void>
}

type Door = Pick<ServiceOptions, 'onAdminPort'> & {
  opened: Opened
  versions: VersionTable
  serve: boolean
  phase: () => ServicePhase
}

const openDoors = async ({ opened: { app, pool }, ...door }: Door, closers: Closer[]): Promise<void> => {
  const { config } = app
  const metrics = createMetrics(app.log)
  if (door.serve) {
    const budgets = createBudgets(pool, config.rateLimits, error =>
      app.log.warn({ err: error }, 'costs not counted'),
    )
    const requestLog = createRequestLog(app)
    closers.push(() => requestLog.close())
    const server = createServer({
      app,
      onAnswered: requestLog.note,
      draining: () => door.phase() === 'stopping',
      starting: () => door.phase() === 'starting',
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      rows,
      documents: documents(config, door.phase).map(pageWithMarks),
      budgets,
      metrics,
      versions: door.versions,
      tracing: config.traceEndpoint !== null,
      plainCookies: hasPlainCookies(config),
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
    const server = createAdminServer({ app, pool, metrics }, door.phase)
    closers.push(() => server.close())
    const { onAdminPort } = door
    const place = onAdminPort
      ? { host: '127.0.0.1', port: 0, exclusive: true }
      : { host: config.host, port: config.adminPort }
    await listen(server, { ...place, portSetting: 'ADMIN_PORT' })
    for (const bound of server.addresses()) if (typeof bound === 'object') onAdminPort?.(bound.port)
  }
}

const start = async (options: ServiceOptions, closers: Closer[]): Promise<Service> => {
  const { serve = true, work = true, versions = publishedVersions, lanes = allLanes, signal } = options
  const shared = options.clock ? null : createSharedClock()
  const opened = await openApp({ ...options, ...(shared && { clock: shared }) }, closers)
  const { app, pool, jobPool, patientPool } = opened
  closers.push(
    () => closeTransports(app),
    () => closeDeliveries(app),
  )
  let phase: ServicePhase = 'starting'
  const { onAdminPort } = options
  const door = { opened, versions, serve, phase: () => phase }
  await openDoors({ ...door, ...(onAdminPort && { onAdminPort }) }, closers)
  await untilReachable(
    async () => {
      await migrateAll(opened)
      const sealed = { pool: patientPool, sealer: app.sealer, columns: sealedColumns }
      await checkSecret(sealed, app.config, () => noteSecurityEvent(app, 'secret_refused'))
      await opened.learnForms()
      await beginSealing(app, patientPool)
    },
    { log: app.log, signal },
  )
  if (shared) {
    closers.push(() => shared.stop())
    await untilReachable(() => shared.follow(pool, app.log), { log: app.log, signal })
  }
  phase = 'running'
  if (work) {
    const worker = superviseWorker({ app, pool: jobPool, log: app.log, lanes })
    closers.push(() => worker.stop())
  }
  return {
    app,
    drain: () => {
      phase = 'stopping'
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
