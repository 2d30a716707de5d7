import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { carriersFor } from './agency/carriers/configured.ts'
import { emailLimitNames } from './agency/emails/rules/limits.ts'
import { webhooks } from './agency/payments/stripe/webhook.ts'
import { mcpCalls } from './doors/mcp/mount.ts'
import { documents } from './page-table.ts'
import type { App } from './platform/app.ts'
import { lastAnchor, listSealColumns } from './platform/audit/anchor-store.ts'
import { newlySealed, sealNow } from './platform/audit/begin-sealing.ts'
import { type Config, ConfigError } from './platform/config.ts'
import {
  createJobPool,
  createPatientPool,
  createPool,
  NOT_BESIDE_BEFORE,
  TIME_LIMITS_OF_A_TRANSACTION,
} from './platform/db/database.ts'
import { attachEmbedded } from './platform/db/embedded/attach.ts'
import { copyBefore, copyDatabase } from './platform/db/embedded/copies.ts'
import { firstContact } from './platform/db/first-contact.ts'
import {
  isFromBeforeSeals,
  type MigrationState,
  migrate,
  refuseEarlierSessions,
  stateToMigrate,
} from './platform/db/migrate.ts'
import type { Seals } from './platform/db/seals/sealing-connection.ts'
import { wrongSecret } from './platform/db/secret-canary.ts'
import { createDb } from './platform/db/session.ts'
import { readCurrentSchema, readEarlierUntil } from './platform/db/store.ts'
import { costBudgets, emailBudgets } from './platform/http/budgets/costs.ts'
import { installJobs } from './platform/jobs/runner.ts'
import { type Clock, systemClock } from './platform/lib/clock.ts'
import { createLog, type Log } from './platform/lib/log.ts'
import { type Random, secureRandom } from './platform/lib/random.ts'
import { createSealer } from './platform/lib/sealer.ts'
import { noteSecurityEvent } from './platform/lib/security-events.ts'
import { rows } from './routes.ts'
import { sealedColumns, sealedTableMap, tables } from './tables.ts'

/** Writes a draft and links it into place, so two services that start at once read the same complete file. */
const ownSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret.key')
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(draft, `${randomBytes(48).toString('base64')}\n`, { mode: 0o600 })
  await link(draft, file).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

export type AppOptions = { config: Config; clock?: Clock; random?: Random; log?: Log }

// A hung connection must not block the shutdown.
const CLOSING_MS = 7000

const within = async (milliseconds: number, work: unknown): Promise<void> => {
  const late = new AbortController()
  const limit = setTimeout(milliseconds, undefined, { signal: late.signal }).then(() => {
    throw new Error('took too long to close')
  })
  await Promise.race([work, limit]).finally(() => late.abort())
}

export type Closer = () => Promise<unknown> | unknown

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

const secretsOf = async ({ secretKeys, dataDir }: Config): Promise<readonly [string, ...string[]]> => {
  const [first, ...others] = secretKeys
  return first === undefined ? [await ownSecret(dataDir)] : [first, ...others]
}

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
    if (!emailLimitNames.includes(name))
      throw new ConfigError(
        `EMAIL_LIMITS names "${name}", which does not exist: the limits are ${emailLimitNames.join(', ')}.`,
      )
}

export const openApp = async (
  { config, clock = systemClock, random = secureRandom, log = createLog(config.logLevel) }: AppOptions,
  closers: Closer[],
) => {
  checkBudgetNames(config)
  checkEmailLimits(config)
  const url = await openDatabase(config, log, closers)
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const pooler = config.databasePoolUrl !== null
  const { databaseSchema: schema } = config
  const pool = createPool({ url: config.databasePoolUrl ?? url, onError, pooler, schema })
  const jobPool = createJobPool({ url, onError, schema })
  const patientPool = createPatientPool({ url, onError, schema })
  closers.push(
    () => pool.end(),
    () => jobPool.end(),
    () => patientPool.end(),
  )
  let newFormsFrom = Number.POSITIVE_INFINITY
  const sealer = createSealer(await secretsOf(config), () => clock.now().getTime() >= newFormsFrom)
  const learnForms = async (): Promise<void> => {
    newFormsFrom = (await readEarlierUntil(patientPool))?.getTime() ?? 0
  }
  const seals: Seals = {
    sealer,
    tables: sealedTableMap,
    onBroken: (table, key) => noteSecurityEvent({ log }, 'row_seal_broken', { table, row: key }),
  }
  const afterCommit = (act: () => void): void => act()
  const refuseOutside = (): never => {
    throw new Error('There is no transaction: call it inside transact().')
  }
  const db = createDb(pool, seals, pooler ? TIME_LIMITS_OF_A_TRANSACTION : '')
  const app: App = {
    config,
    clock,
    random,
    tables,
    log,
    sealer,
    db,
    afterCommit,
    beforeCommit: refuseOutside,
    replaceBeforeCommit: refuseOutside,
    carriers: {},
  }
  if (pooler) app.direct = createDb(jobPool, seals)
  app.carriers = carriersFor(app)
  return { app, pool, jobPool, patientPool, seals, learnForms }
}

export type Opened = Awaited<ReturnType<typeof openApp>>

/** An embedded database is copied before its upgrade: only this service can. */
const copyFirst = async ({ app }: Opened, { done, missing: [first] }: MigrationState): Promise<void> => {
  const { databaseUrl, dataDir } = app.config
  if (databaseUrl !== null || done.size === 0 || first === undefined) return
  const copy = copyBefore(first)
  await copyDatabase(dataDir, copy)
  app.log.warn({ copy }, 'the database was copied before its upgrade: see "bindery copies"')
}

/** A path in DATABASE_URL, or none behind a pooler, would write into the tables of another agency. */
export const checkSchema = async ({ app, pool, patientPool }: Opened): Promise<void> => {
  const { databaseSchema: schema } = app.config
  if (schema === null) return
  if ((await readCurrentSchema(patientPool)) !== schema)
    throw new ConfigError(
      `DATABASE_URL does not lead to the schema ${schema}. Leave "search_path" out of it, and let its role use the schema.`,
    )
  if ((await readCurrentSchema(pool)) !== schema)
    throw new ConfigError(
      `DATABASE_POOL_URL does not lead to the schema ${schema}. In PgBouncer, give it a database of its own with connect_query='set search_path to ${schema}'.`,
    )
}

const migrateAndSeal = async (opened: Opened): Promise<string[]> => {
  const { app, patientPool } = opened
  const { log, sealer } = app
  const { databaseUrl, databaseSchema: schema, production } = app.config
  const state = await stateToMigrate(patientPool, log)
  // A development folder from before there were seals is sealed once, and told so.
  const isTrusted = databaseUrl === null && !production && isFromBeforeSeals(state)
  if (isTrusted) await refuseEarlierSessions(patientPool, NOT_BESIDE_BEFORE)
  await copyFirst(opened, state)
  const hadSeal = new Set(await listSealColumns(patientPool))
  const done = await migrate(patientPool, { log, schema, alsoRun: () => installJobs(patientPool, log) })
  await checkSchema(opened)
  if (done.length === 0 || !(isTrusted || (await lastAnchor(app.db)))) return done
  const added = await newlySealed(app, patientPool, hadSeal)
  if (added.length === 0) return done
  const wrong = await wrongSecret({ pool: patientPool, sealer, columns: sealedColumns }, app.config)
  if (wrong !== null) throw new ConfigError(wrong)
  const sealed = await sealNow(app, patientPool, added)
  if (isTrusted) log.warn({ sealed }, 'this folder is from before there were seals: copied, then sealed once')
  return done
}

export const migrateAll = (opened: Opened): Promise<string[]> => {
  const run = () => migrateAndSeal(opened)
  return opened.app.config.databaseUrl === null ? run() : firstContact(run)
}
