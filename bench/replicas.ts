import { getKey } from '../test/support/client.ts'
import { completeIntake, quotesCall } from '../test/support/homeowners.ts'
import { startDatabase } from './database.ts'
import { load, type Measured } from './load.ts'
import { machineBusy } from './process-facts.ts'
import { type Running, startService } from './processes.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'

const ROUNDS = 5
const BAR = 1.5

/** The same load on one replica and on two, with one PostgreSQL. */
export const replicas = async (): Promise<void> => {
  const database = await startDatabase()
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
    RATE_LIMITS: 'operator=2000000000/60,calculators=2000000000/60',
  }
  const [one, other] = [await startService(settings), await startService(settings)]
  const key = await getKey(one.url, 'operator@example.com')
  const { uid } = (await quotesCall(one.url, key, { intake: completeIntake() })).body
  const calls: [name: string, path: string, body: object][] = [
    ['create', '/api/agent/homeowners/quotes', { intake: completeIntake() }],
    ['poll', '/api/agent/homeowners/quotes', { uid }],
  ]
  for (const [name, path, sent] of calls) {
    const loadOn = ({ url, pid }: Running): Promise<Measured> =>
      load({
        pid,
        url: `${url}${path}`,
        headers: { authorization: `Bearer ${key}` },
        body: JSON.stringify(sent),
      })
    const on = async (...services: Running[]): Promise<{ perSecond: number; busy: number }> => {
      const { result, busy } = await machineBusy(() => Promise.all(services.map(loadOn)))
      return { perSecond: result.reduce((sum, each) => sum + each.perSecond, 0), busy }
    }
    const [alone, together] = await inTurns([() => on(one), () => on(one, other)], ROUNDS)
    if (!alone || !together) continue
    const [before, after] = [alone, together].map(({ busy }) => `${Math.round(busy * 100)} %`)
    console.log(
      `${name}: one replica ${perSecond(alone.perSecond)}, two ${perSecond(together.perSecond)}; the machine was busy to ${before} and ${after}`,
    )
    tellRatio(together.perSecond / alone.perSecond, BAR)
  }
  await one.stop()
  await other.stop()
  await database.stop()
}
