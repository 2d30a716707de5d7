import { exampleIntake } from '../src/products/homeowners/application/examples.ts'
import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../test/support/people/homeowner-applications.ts'
import { startDatabase } from './database.ts'
import { LIMITS, load } from './load.ts'
import { startMock, startService } from './processes.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'

const ROUNDS = 3

/** Sandbox calls: a price, a new application, and a poll for its offers. */
export const sandbox = async (): Promise<void> => {
  const database = await startDatabase()
  const service = await startService({
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
    RATE_LIMITS: LIMITS,
  })
  const mock = await startMock()
  const key = await getKey(service.url, 'operator@example.com')
  const rehearsed = { sandbox: true, intake: completeIntake(), credit_check_authorized: true }
  const { uid } = (await quotesCall(service.url, key, rehearsed)).body
  await untilQuoted(service.url, key, uid, 60_000)
  const calls: [name: string, bar: number, path: string, body: object][] = [
    ['estimate', 15, '/api/agent/calculators/umbrella', { zip: '94110', desired_coverage_limit: 2_000_000 }],
    ['create', 2, '/api/agent/homeowners/quotes', { sandbox: true, intake: exampleIntake }],
    ['poll', 8, '/api/agent/homeowners/quotes', { uid }],
  ]
  for (const [name, bar, path, sent] of calls) {
    const target = ({ url, pid }: { url: string; pid: number }) => ({
      pid,
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(sent),
    })
    const [we, they] = await inTurns([() => load(target(service)), () => load(target(mock))], ROUNDS)
    if (!we || !they) continue
    console.log(
      `${name}: ${perSecond(we.perSecond)}, Prism ${perSecond(they.perSecond)}; ${we.cpuMicroseconds.toFixed(0)} and ${they.cpuMicroseconds.toFixed(0)} µs of processor`,
    )
    tellRatio(we.perSecond / they.perSecond, bar)
  }
  await mock.stop()
  await service.stop()
  await database.stop()
}
