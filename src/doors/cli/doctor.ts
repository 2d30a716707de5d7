import { styleText } from 'node:util'
import { countByStatus } from '../../agency/emails/store.ts'
import { transportOf } from '../../agency/emails/transport.ts'
import type { Opened } from '../../open-app.ts'
import { mayRewriteEvidence } from '../../platform/audit/anchor-store.ts'
import type { CarrierFacts } from '../../platform/config/carrier-facts.ts'
import { licenseWarnings, warningWords } from '../../platform/config/license-warnings.ts'
import { unsupportedNode } from '../../platform/config/node-lines.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { firstContact } from '../../platform/db/first-contact.ts'
import { readServerVersionNumber } from '../../platform/db/store.ts'
import { countDeadJobs } from '../../platform/jobs/store.ts'
import { type BindingStop, isActive } from '../../products/line/stops/rule.ts'
import { listOpenStops, type StopRow } from '../../products/line/stops/store.ts'
import { scopeWords } from '../desk/stops/views.ts'
import { salesTable, surplusWithoutBroker, textsWithoutSource } from './sales-table.ts'
import { noDatabaseYet, notMigrated, notThisSecret, withApp } from './with-app.ts'

type Check = { name: string; needs?: string; examine(opened: Opened): Promise<string | null> }

const OLDEST_SERVER = 140_000

const countOf = (count: number, advice: string): string | null => (count === 0 ? null : `${count} ${advice}`)

const checks: Check[] = [
  {
    name: 'live sales',
    examine: async ({ app }) =>
      salesTable(app).open || app.config.demoCarriers || !app.config.production
        ? null
        : 'nothing can be sold: no state has both a valid license and a market for one line.',
  },
  {
    name: 'database',
    examine: ({ app }) =>
      firstContact(async () =>
        (await readServerVersionNumber(app.db)) >= OLDEST_SERVER ? null : 'PostgreSQL 14 or newer is needed.',
      ),
  },
  {
    name: 'migrations',
    needs: 'database',
    examine: notMigrated,
  },
  {
    name: 'secret key',
    needs: 'migrations',
    examine: notThisSecret,
  },
  {
    name: 'mail server',
    async examine({ app }) {
      if (app.config.smtpUrl === null) return null
      await (await transportOf(app, app.config.smtpUrl)).verify()
      return null
    },
  },
  {
    name: 'dead emails',
    needs: 'migrations',
    examine: async ({ app }) =>
      countOf(
        await countByStatus(app.db, 'dead'),
        'emails could not be sent: see "bindery mail", then "bindery mail retry EMAIL_ID".',
      ),
  },
  {
    name: 'dead jobs',
    needs: 'migrations',
    examine: async ({ app }) =>
      countOf(
        await countDeadJobs(app.db),
        'jobs failed for good: see Health at the desk, and "job failed" in the log.',
      ),
  },
]

const unstatedAdmission = (carriers: readonly { id: string; facts: CarrierFacts }[]): string[] => {
  const unstated = carriers.filter(({ facts }) => facts.admitted === undefined).map(({ id }) => id)
  return unstated.length === 0
    ? []
    : [`CARRIERS_FILE does not say "admitted" for ${unstated.join(', ')}: they count as admitted insurers.`]
}

const warnings = ({
  databaseUrl,
  smtpUrl,
  production,
  host,
  rateLimits,
  demoCarriers,
  licenses,
  operatorApproval,
  carriers,
  deskCarriers,
  staff,
}: Config): string[] => [
  ...(production && databaseUrl === null
    ? ['DATABASE_URL is not set: everything is kept in DATA_DIR, and only you can back it up.']
    : []),
  ...(smtpUrl === null ? ['SMTP_URL is not set: emails are kept and shown at /dev/mailbox.'] : []),
  ...(!production && host !== '127.0.0.1' && host !== 'localhost'
    ? ['HOST is open to others while /dev/mailbox shows codes: set NODE_ENV=production.']
    : []),
  ...(demoCarriers ? ['DEMO_CARRIERS=on: offers and policies are a demonstration, not insurance.'] : []),
  ...(licenses === null ? ['LICENSES_FILE is not set: no state is closed for want of a license.'] : []),
  ...unstatedAdmission([...carriers, ...deskCarriers]),
  ...(operatorApproval === 'desk' && staff.length === 0
    ? ['OPERATOR_APPROVAL=desk, but STAFF_EMAILS is empty: no one can approve operators.']
    : []),
  ...(deskCarriers.length > 0 && staff.every(({ role }) => role === 'viewer')
    ? ['STAFF_EMAILS names no agent or admin: no one can work on the tasks of desk carriers.']
    : []),
  ...(rateLimits.refuse ? [] : ['RATE_LIMITS=off: nothing is refused.']),
]

const good = (text: string) => console.log(`${styleText('green', '✓')} ${text}`)
const bad = (text: string) => console.log(`${styleText('red', '✗')} ${text}`)
const note = (text: string) => console.log(`${styleText('yellow', '!')} ${text}`)

const examine = async ({ name, examine: act }: Check, opened: Opened): Promise<boolean> => {
  const found = await act(opened).catch((error: { code?: string }) =>
    error instanceof ConfigError ? error.message : `does not answer (${error.code ?? 'no code'}).`,
  )
  if (found === null) good(name)
  else bad(`${name}: ${found}`)
  return found === null
}

const begin = (config: Config): void => {
  good('configuration')
  for (const warning of licenseWarnings(config.licenses, new Date())) note(warningWords(warning))
  const oldNode = unsupportedNode(process.versions.node, new Date())
  if (oldNode !== null) note(oldNode)
  for (const text of warnings(config)) note(text)
}

const showSales = ({ app }: Opened, stops: readonly BindingStop[]): void => {
  console.log()
  for (const line of salesTable(app, stops).lines) console.log(`  ${line}`)
  console.log()
  for (const gap of [...textsWithoutSource(app), ...surplusWithoutBroker(app)]) note(gap)
}

const showStops = ({ app }: Opened, stops: readonly StopRow[]): void => {
  const now = app.clock.now()
  for (const stop of stops) {
    const until = stop.ends_at === null ? 'until it is lifted' : `until ${stop.ends_at.toISOString()}`
    const from = isActive(stop, now) ? 'in force' : `from ${stop.starts_at.toISOString()}`
    note(`binding stop, ${from}, ${until}: ${scopeWords(stop, new Map())} (${stop.reason})`)
  }
}

const examineAll = async (config: Config): Promise<string[]> =>
  withApp(config, async opened => {
    begin(config)
    const passed = new Set<string>()
    for (const check of checks)
      if (check.needs !== undefined && !passed.has(check.needs))
        note(`${check.name}: skipped, because ${check.needs} failed.`)
      else if (await examine(check, opened)) passed.add(check.name)
    const { db, clock } = opened.app
    if (passed.has('migrations') && config.databaseUrl !== null && (await mayRewriteEvidence(db)))
      note(
        'DATABASE_URL has a single role for everything, which can rewrite evidence. Run deploy/postgres-roles.sql, and start the service as bindery_app.',
      )
    const stops = passed.has('migrations') ? await listOpenStops(db, clock.now()) : []
    showSales(opened, stops)
    showStops(opened, stops)
    return checks.map(({ name }) => name).filter(name => !passed.has(name))
  })

const end = (sentence: string): number => {
  console.error(`bindery: ${sentence}`)
  return 1
}

export const doctor = async (config: Config): Promise<number> => {
  const nothingYet = await noDatabaseYet(config)
  if (nothingYet !== null) {
    begin(config)
    return end(nothingYet)
  }
  const failed = await examineAll(config)
  return failed.length === 0 ? 0 : end(`fix what is listed above: ${failed.join(', ')}.`)
}
