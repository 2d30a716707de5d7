import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { styleText } from 'node:util'
import { retryingFetch } from '../../../client/src/retrying-fetch.ts'
import { lanes } from '../../job-table.ts'
import { migrateAll } from '../../open-app.ts'
import { DEMONSTRATION, DEMONSTRATION_NOTICE } from '../../platform/config/agency.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { createPatientPool } from '../../platform/db/database.ts'
import { attachEmbedded } from '../../platform/db/embedded/attach.ts'
import { hasEmbedded } from '../../platform/db/embedded/folders.ts'
import { blameSetting } from '../../platform/http/listen.ts'
import { runDueJobs } from '../../platform/jobs/runner.ts'
import { later } from '../../platform/lib/clock.ts'
import { createLog } from '../../platform/lib/log.ts'
import { startService } from '../../service.ts'
import { type Demonstration, fillDemonstration } from '../dev/demo/fill.ts'
import { serve } from './serve.ts'
import { withApp } from './with-app.ts'

const STAFF_EMAIL = 'demo-staff@example.com'

const REASONS: readonly [applies: (config: Config) => boolean, reason: string][] = [
  [
    ({ production }) => production,
    'The demonstration is refused in production: start it without NODE_ENV=production.',
  ],
  [
    ({ smtpUrl }) => smtpUrl !== null,
    'The demonstration would email invented people: start it without SMTP_URL.',
  ],
  [
    ({ carriers }) => carriers.length > 0,
    'The demonstration would ask your carriers about invented people: start it without CARRIERS_FILE.',
  ],
  [
    ({ demoCarriers }) => !demoCarriers,
    'The demonstration needs the demo carriers: start it without DEMO_CARRIERS=off.',
  ],
]

const refuse = (config: Config): void => {
  for (const [applies, reason] of REASONS) if (applies(config)) throw new ConfigError(reason)
}

const portOf = async (port: number): Promise<number> => {
  const host = '127.0.0.1'
  const server = createServer().listen(port, host)
  await blameSetting(once(server, 'listening'), { host, port, portSetting: 'PORT' })
  const { port: own } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return own
}

const tellProgress = (done: number, all: number): void => {
  const words = `  Filling the demonstration: ${done} of ${all} applications`
  if (process.stderr.isTTY) process.stderr.write(`\r${words}${done + 1 === all ? '\n' : ''}`)
  else if (done % 5 === 0) process.stderr.write(`${words}\n`)
}

const fill = async (config: Config): Promise<Demonstration> => {
  const url = String(config.databaseUrl)
  const port = await portOf(0)
  const unlimited = { refuse: false, overrides: new Map() }
  const log = createLog('warn', process.stderr)
  let ago = 0
  const service = await startService({
    config: {
      ...config,
      host: '127.0.0.1',
      port,
      adminPort: null,
      rateLimits: unlimited,
      emailLimits: unlimited,
    },
    clock: { now: () => later(new Date(), -ago) },
    work: false,
    log,
  })
  const pool = createPatientPool({ url, onError: () => undefined, schema: config.databaseSchema })
  const jobs = lanes.flatMap(lane => lane.jobs)
  try {
    const site = {
      app: service.app,
      url: `http://127.0.0.1:${port}`,
      send: retryingFetch(),
      runJobs: (only?: readonly string[]) =>
        runDueJobs(
          { app: service.app, pool, log },
          only ? jobs.filter(({ name }) => only.includes(name)) : jobs,
        ),
      setAgo: (milliseconds: number) => {
        ago = milliseconds
      },
    }
    return await fillDemonstration(site, tellProgress)
  } finally {
    await pool.end()
    await service.stop()
  }
}

const words = ({ publicUrl }: Config, { key, dashboardUrl, quoted, bound }: Demonstration): string =>
  [
    `  ${styleText(['yellow', 'bold'], `${DEMONSTRATION}.`)} ${DEMONSTRATION_NOTICE}`,
    '',
    `  Key        ${key}`,
    `  Dashboard  ${dashboardUrl}  (works once, for 5 minutes)`,
    `  Portal     ${quoted.url}  (quotes to compare; sign in as ${quoted.email})`,
    `  Policy     ${bound.url}  (a bound policy; sign in as ${bound.email})`,
    `  Desk       ${publicUrl}/desk  (sign in as ${STAFF_EMAIL})`,
    '',
  ].join('\n')

export const demo = async (config: Config): Promise<number> => {
  refuse(config)
  await portOf(config.port)
  if (config.databaseUrl === null && (await hasEmbedded(config.dataDir))) await withApp(config, migrateAll)
  const embedded = config.databaseUrl === null ? await attachEmbedded(config.dataDir) : null
  const staff = [...config.staff, { email: STAFF_EMAIL, role: 'admin' as const }]
  try {
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? null
    const filled = await fill({ ...config, databaseUrl, staff })
    return await serve({ ...config, staff }, { serve: true, work: true, notice: words(config, filled) })
  } finally {
    await embedded?.detach()
  }
}
