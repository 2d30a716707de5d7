import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { attachEmbedded } from '../src/platform/db/embedded/attach.ts'
import { call, getKey } from '../test/support/people/client.ts'
import { signedInOperator } from '../test/support/people/signed-in-operator.ts'
import { startService } from './processes.ts'
import { median } from './rounds.ts'

const HOMES = 4
const ROUNDS = 60
const FAR = 1000

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

// Rows of every status over the last 30 days. Every slot of the day counters is filled, as after long use.
const SEED = [
  `insert into intakes (uid, line, owner, sandbox, status, revision, application, version, created_at, updated_at, audit_seq, audit_hash, audit_mac)
   select 'hom_' || n, 'homeowners', $1, false, 'quoted', 1, '', 1, now(), now(), 0, '', '' from generate_series(1, $2::int) n`,
  `insert into property_rows (uid, home_index, owner, sandbox, property_id, status, city, state, zip, email_known, offers_published, updated_at, inserted_at)
   select 'hom_' || n, home, $1, false, 'prop_' || n || home,
     (array['needs_more_info', 'pending_quotes', 'quoted', 'quotes_published'])[1 + n % 4],
     'Springfield', 'IL', '62704', true, false, now() - (n % 30) * interval '1 day', now()
   from generate_series(1, $2::int) n, generate_series(0, ${HOMES - 1}) home`,
  `insert into property_days select $1, current_date - day, slot, 0, 0, 0, 0
   from generate_series(0, 29) day, generate_series(0, 15) slot where $2::int > 0 on conflict do nothing`,
]

const seed = (url: string, owner: string, rows: number): Promise<void> =>
  withClient(url, async client => {
    for (const statement of SEED) await client.query(statement, [owner, rows / HOMES])
    await client.query('vacuum analyze')
  })

type Closer = () => Promise<unknown>
type Look = () => Promise<void>

/** The cursor after `skipped` pages of one row each. */
const cursorAfter = async (url: string, key: string, skipped: number): Promise<string> => {
  let cursor = ''
  for (let page = 0; page < skipped; page += 100) {
    const search = `limit=100${cursor && `&cursor=${cursor}`}`
    const { body } = await call(`${url}/api/agent/homeowners/dashboard?${search}`, { key })
    cursor = String(body.next_cursor)
  }
  return cursor
}

const expectPage = async (look: () => Promise<{ status: number }>): Promise<void> => {
  const { status } = await look()
  if (status !== 200) throw new Error(`answered ${status}`)
}

const PAGES = ['first page', 'far page', 'one status'] as const

const looksAt = async (url: string, databaseUrl: string, rows: number): Promise<Look[]> => {
  const key = await getKey(url, 'bench@example.com')
  const { body } = await call(`${url}/api/agent/homeowners/dashboard`, { key })
  await seed(databaseUrl, String(body.operator_uid), rows)
  const far = await cursorAfter(url, key, Math.min(FAR * 25, rows - 100))
  const visit = await signedInOperator(url, key)
  return ['', `?cursor=${far}`, '?status=quoted'].map(
    search => () => expectPage(() => visit.open(`/dashboard${search}`)),
  )
}

const milliseconds = async (act: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await act()
  return performance.now() - start
}

const compare = async (name: string, few: Look, many: Look): Promise<void> => {
  const times: [few: number, many: number][] = []
  for (let round = 0; round < ROUNDS; round++) times.push([await milliseconds(few), await milliseconds(many)])
  const [small, large] = [median(times.map(([time]) => time)), median(times.map(([, time]) => time))]
  const ratio = (large / small).toFixed(2)
  console.log(
    `${name}: ${small.toFixed(1)} ms with 1,000 rows, ${large.toFixed(1)} ms with 1,000,000; ratio ${ratio} (bar 1.50)`,
  )
}

export const dashboard = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  const closers: Closer[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const server = await attachEmbedded(folder)
    closers.push(() => server.detach())
    await withClient(server.url, client => client.query('create database few'))
    const start = async (databaseUrl: string, rows: number) => {
      const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32), RATE_LIMITS: 'off' }
      const service = await startService(env)
      closers.push(() => service.stop())
      return looksAt(service.url, databaseUrl, rows)
    }
    const few = await start(server.url.replace('/bindery?', '/few?'), 1000)
    const many = await start(server.url, 1_000_000)
    for (const [at, name] of PAGES.entries()) await compare(name, few[at] as Look, many[at] as Look)
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}
