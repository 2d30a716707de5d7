import pg from 'pg'
import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../test/support/people/homeowner-applications.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../test/support/people/umbrella-applications.ts'
import { startDatabase } from './database.ts'
import { startService } from './processes.ts'
import { EMAIL, SETTINGS } from './quote-calls.ts'

const COUNT = 200
const WAIT_MS = 120_000

const PARTS = `select relation.relname as name, pg_total_relation_size(relation.oid)::float8 as bytes
  from pg_class relation join pg_namespace space on space.oid = relnamespace
  where relkind in ('r', 'p') and nspname in ('public', 'graphile_worker', '_private')`

/** What one application adds to the database, by its stage: rows, indexes and TOAST, after a vacuum. */
export const bytes = async (): Promise<void> => {
  const database = await startDatabase()
  const service = await startService({
    ...SETTINGS,
    RATE_LIMITS: 'off',
    EMAIL_LIMITS: 'off',
    DATABASE_URL: database.url,
  })
  const key = await getKey(service.url, EMAIL)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sizes = async (): Promise<Map<string, number>> => {
    await client.query('vacuum full')
    return new Map((await client.query(PARTS)).rows.map(({ name, bytes }) => [name, bytes]))
  }
  const measured = async (stage: string, once: () => Promise<unknown>): Promise<void> => {
    const before = await sizes()
    for (let at = 0; at < COUNT; at += 10) await Promise.all(Array.from({ length: 10 }, once))
    const after = await sizes()
    const grown = [...after].map(([name, size]) => [name, (size - (before.get(name) ?? 0)) / COUNT] as const)
    const most = grown.filter(([, size]) => size >= 100).toSorted(([, a], [, b]) => b - a)
    const total = grown.reduce((sum, [, size]) => sum + size, 0)
    console.log(
      `${stage}: ${Math.round(total).toLocaleString('en-US')} bytes each, ${(total / 1000).toFixed(1)} GB a million`,
    )
    console.log(
      `  ${most
        .slice(0, 8)
        .map(([name, size]) => `${name} ${Math.round(size)}`)
        .join(', ')}`,
    )
  }
  const quotes = (body: object) => quotesCall(service.url, key, body)
  await quotes({ intake: completeIntake(), credit_check_authorized: true })
  await measured('homeowners, created', () => quotes({ intake: completeIntake() }))
  await measured('homeowners, quoted', async () => {
    const { body } = await quotes({ intake: completeIntake(), credit_check_authorized: true })
    await untilQuoted(service.url, key, body.uid, WAIT_MS)
  })
  const at = { url: service.url, key }
  await measured('umbrella, drafted', () => umbrellaCall(at, 'draft', { intake: completeHousehold() }))
  await measured('umbrella, ordered, documents awaited', async () => {
    const { uid } = await readyToFinalize(at)
    await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    await untilStatus(at, uid, ['documents_needed'], WAIT_MS)
  })
  await client.end()
  await service.stop()
  await database.stop()
}
