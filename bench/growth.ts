import pg from 'pg'
import type { App } from '../src/platform/app.ts'
import { readConfig } from '../src/platform/config.ts'
import { DAY, later } from '../src/platform/lib/clock.ts'
import { createLog } from '../src/platform/lib/log.ts'
import { eraseOverdue } from '../src/products/erase-job.ts'
import { searchBook } from '../src/products/line/record/book.ts'
import { purge } from '../src/purge-job.ts'
import { startService } from '../src/service.ts'
import { call, getKey, newEmail } from '../test/support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../test/support/people/homeowner-applications.ts'
import { signedInOperator } from '../test/support/people/signed-in-operator.ts'
import { readyToFinalize, umbrellaCall, untilStatus } from '../test/support/people/umbrella-applications.ts'
import { runJob } from '../test/support/runs/run-job.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { startDatabase } from './database.ts'
import { multiply } from './growth/rows.ts'
import { cpuOfTree, parentOf } from './process-facts.ts'
import { inTurns } from './rounds.ts'

const TOTAL = Number(process.env.GROWTH ?? 1_000_000)
const MODELS = 5
const ROUNDS = Number(process.env.GROWTH_ROUNDS ?? 5)
const EACH = 40
const ERASED = 10
const BAR = 1.5
const WAIT_MS = 60_000

const movedClock = () => {
  let offset = 0
  return {
    now: () => later(new Date(), offset),
    move: (milliseconds: number) => {
      offset = milliseconds
    },
  }
}

/** A backend that waits publishes its counts after ten seconds. */
const PUBLISHED_MS = 10_500

/** CPU time of the server, its ended backends too, and the pages that were looked at in one database. */
const spentBy = async (admin: pg.Client, database: string, server: number) => {
  const { rows } = await admin.query<{ pages: number }>(
    'select (blks_hit + blks_read)::float8 as pages from pg_stat_database where datname = $1',
    [database],
  )
  return { cpu: cpuOfTree(server), pages: rows[0]?.pages ?? Number.NaN }
}

const published = (): Promise<void> => new Promise(resolve => setTimeout(resolve, PUBLISHED_MS))

type RowsRead = Map<string, number>

/** Rows read so far, by table. */
const rowsRead = async (client: pg.Client): Promise<RowsRead> => {
  const { rows } = await client.query<{ name: string; count: number }>(
    'select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as count from pg_stat_all_tables',
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

const MANY_ROWS = 200

const tellRows = (name: string, count: number, before: RowsRead, after: RowsRead): void => {
  const read = [...after]
    .map(([table, rows]) => [table, (rows - (before.get(table) ?? 0)) / count] as const)
    .filter(([, rows]) => rows >= MANY_ROWS)
  if (read.length > 0)
    console.log(
      `  ${name} reads ${read.map(([table, rows]) => `${Math.round(rows)} rows of ${table}`).join(', ')}`,
    )
}

type Side = { database: string; url: string; total: number; server: number }

const startSide = async ({ database, url, total, server }: Side) => {
  const clock = movedClock()
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATABASE_URL: url,
    SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
    RATE_LIMITS: 'off',
    EMAIL_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  const service = await startService({ config, clock, log: createLog('error') })
  const app: App = service.app
  const key = await getKey(config.publicUrl, newEmail())
  const at = { url: config.publicUrl, key }
  const quotes = (body: object) => quotesCall(at.url, key, body)
  const create = async () => String((await quotes({ intake: completeIntake() })).body.uid)
  const quoted = async () => {
    const uid = await create()
    await quotes({ uid, credit_check_authorized: true })
    await untilQuoted(at.url, key, uid, WAIT_MS)
    return uid
  }
  const bound = async () => {
    const { uid } = await readyToFinalize(at, { carrier: 'Marrowby' })
    await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    await untilStatus(at, uid, ['bound'], WAIT_MS)
    return uid
  }
  const some = async (make: () => Promise<string>): Promise<string[]> => {
    const made: string[] = []
    for (let one = 0; one < MODELS; one++) made.push(await make())
    return made
  }
  const stages = [
    { uids: await some(create), share: 0.8, days: 29 },
    { uids: await some(quoted), share: 0.1, days: 89 },
    { uids: await some(bound), share: 0.1, days: 730 },
  ]
  if (total > 0) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await multiply(client, total, stages)
    await client.end()
  }
  const watcher = new pg.Client({ connectionString: url })
  await watcher.connect()
  let visit = await signedInOperator(at.url, key)
  const known = await create()
  const many = async (act: () => Promise<unknown>): Promise<number> => {
    for (let one = 0; one < EACH; one++) await act()
    return EACH
  }
  const opened = async (look: () => Promise<{ status: number }>): Promise<void> => {
    const { status } = await look()
    if (status !== 200) throw new Error(`answered ${status}`)
  }
  let uids: string[] = []
  const operations: Record<string, () => Promise<number>> = {
    create: async () => {
      uids = []
      return many(async () => uids.push(await create()))
    },
    poll: () => many(() => quotes({ uid: known })),
    'submit and quote': async () => {
      for (const uid of uids) await quotes({ uid, credit_check_authorized: true })
      for (const uid of uids) await untilQuoted(at.url, key, uid, WAIT_MS)
      return uids.length
    },
    'dashboard of the API': () =>
      many(() => opened(() => call(`${at.url}/api/agent/homeowners/dashboard`, { key }))),
    'dashboard page': () => many(() => opened(() => visit.open('/dashboard'))),
    changes: () => many(() => call(`${at.url}/api/agent/changes?limit=50`, { key })),
    search: () => many(() => searchBook(app, { text: 'homeowner', sandbox: false, before: null, limit: 26 })),
    'nightly erasure': async () => {
      clock.move(-40 * DAY)
      for (let one = 0; one < ERASED; one++) await create()
      clock.move(0)
      return ERASED
    },
    'hourly purge': async () => {
      await runJob({ app }, purge)
      return 1
    },
  }
  const measured = async (name: string, act: () => Promise<number>, admin: pg.Client) => {
    const before = await spentBy(admin, database, server)
    const read = await rowsRead(watcher)
    const count = await act()
    await published()
    const after = await spentBy(admin, database, server)
    if (total > 0) tellRows(name, count, read, await rowsRead(watcher))
    return { cpu: (after.cpu - before.cpu) / count, pages: (after.pages - before.pages) / count }
  }
  const round = async (admin: pg.Client) => {
    const seen: Record<string, number> = {}
    // A session does not last as long as copying millions of rows.
    visit = await signedInOperator(at.url, key)
    await published()
    for (const [name, act] of Object.entries(operations)) {
      if (name === 'nightly erasure') {
        await act()
        await published()
      }
      const { cpu, pages } = await measured(
        name,
        name === 'nightly erasure'
          ? async () => {
              await runJob({ app }, eraseOverdue)
              return ERASED
            }
          : act,
        admin,
      )
      seen[`${name} cpu`] = cpu
      seen[`${name} pages`] = pages
    }
    return seen
  }
  const stop = async (): Promise<void> => {
    await watcher.end()
    await service.stop()
  }
  return { names: Object.keys(operations), round, stop }
}

/** What an operation costs PostgreSQL in an empty database and in a large one, in turns. */
export const growth = async (): Promise<void> => {
  const server = await startDatabase()
  const admin = new pg.Client({ connectionString: server.url })
  const [few, many] = [await server.copy('few'), await server.copy('many')]
  await admin.connect()
  // It would work in the background, at another time on each side.
  await admin.query('alter system set autovacuum = off')
  await admin.query('select pg_reload_conf()')
  const { rows: own } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(own[0]?.pid ?? 0)
  const sides = [
    await startSide({ database: 'few', url: few, total: 0, server: postmaster }),
    await startSide({ database: 'many', url: many, total: TOTAL, server: postmaster }),
  ]
  const [small = {}, large = {}] = await inTurns(
    sides.map(
      ({ round }) =>
        () =>
          round(admin),
    ),
    ROUNDS,
  )
  const { rows } = await admin.query<{ size: string }>(
    "select pg_size_pretty(pg_database_size('many')) as size",
  )
  console.log(`${TOTAL.toLocaleString('en-US')} applications, ${rows[0]?.size}`)
  console.log(
    '| | PostgreSQL, empty | with all | | Pages, empty | with all | |\n|---|---|---|---|---|---|---|',
  )
  for (const name of sides[0]?.names ?? []) {
    const cells = ['cpu', 'pages'].flatMap(what => {
      const [before = Number.NaN, after = Number.NaN] = [small[`${name} ${what}`], large[`${name} ${what}`]]
      const unit = what === 'cpu' ? ' µs' : ''
      return [
        `${Math.round(before).toLocaleString('en-US')}${unit}`,
        `${Math.round(after).toLocaleString('en-US')}${unit}`,
        `×${(after / before).toFixed(2)}${after / before > BAR ? ' (over 1.5)' : ''}`,
      ]
    })
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  for (const { stop } of sides) await stop()
  await admin.end()
  await server.stop()
}
