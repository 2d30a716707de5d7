import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { startProcess } from '../../support/servers/process.ts'

const HOUR_AHEAD = `data:text/javascript,${encodeURIComponent(`
  let ahead = 3600000
  const Real = Date
  globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ahead) }
    static now() { return Real.now() + ahead }
  }
  process.on('SIGUSR2', () => { ahead = -7200000 })
`)}`

/** How far in the future, by the database's clock, the newest code expires. */
const minutesLeft = async (databaseUrl: string): Promise<number> => {
  const [row] = await query<{ minutes: number }>(
    databaseUrl,
    'select extract(epoch from max(expires_at) - now())::float / 60 as minutes from one_time_codes',
  )
  return row?.minutes ?? Number.NaN
}

test('a replica whose clock is wrong, or jumps, keeps to the deadlines of the database', async () => {
  const databaseUrl = await createDatabase()
  const service = await startProcess({
    databaseUrl,
    env: { NODE_OPTIONS: `--import ${HOUR_AHEAD}`, RATE_LIMITS: 'off' },
  })
  onTestFinished(() => service.kill())
  const request = () => call(`${service.url}/api/agent/key/request`, { body: { email: newEmail() } })
  expect((await request()).status).toBe(200)
  expect(await minutesLeft(databaseUrl)).toBeCloseTo(10, 0)
  process.kill(service.pid, 'SIGUSR2')
  await query(databaseUrl, 'delete from one_time_codes')
  expect((await request()).status).toBe(200)
  expect(await minutesLeft(databaseUrl)).toBeCloseTo(10, 0)
})
