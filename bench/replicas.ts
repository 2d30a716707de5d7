import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall } from '../test/support/people/homeowner-applications.ts'
import { startDatabase } from './database.ts'
import { LIMITS, load, loadMixed, type Measured } from './load.ts'
import { machineBusy, residentMegabytes } from './process-facts.ts'
import { type Running, startService } from './processes.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'

const ROUNDS = 5
const BAR = 1.7
const MIXED = Number(process.env.MIXED ?? 100_000)
const STEPS = 10
const SECONDS = 20

/** Latency at half of what one process takes, and its memory over many calls. */
const tellMixed = async (
  { url, pid }: Running,
  mix: Pick<Parameters<typeof loadMixed>[0], 'headers' | 'calls'>,
) => {
  const at = { url, ...mix }
  await loadMixed(at, { duration: SECONDS })
  const { perSecond: most } = await loadMixed(at, { duration: SECONDS })
  const { latency } = await loadMixed(at, { duration: SECONDS, overallRate: Math.round(most / 2) })
  console.log(
    `mixed: ${perSecond(most)} at most; at half of it p50 ${latency.p50} ms, p99 ${latency.p99} ms, p99.9 ${latency.p99_9} ms`,
  )
  const megabytes = [residentMegabytes(pid)]
  for (let step = 0; step < STEPS; step++) {
    await loadMixed(at, { amount: MIXED / STEPS })
    megabytes.push(residentMegabytes(pid))
  }
  console.log(
    `memory over ${MIXED.toLocaleString('en-US')} mixed calls: ${megabytes.join(', ')} MB (bar 200)`,
  )
}

/** The same load on one replica, on two, and on one with two processes, with one PostgreSQL. */
export const replicas = async (): Promise<void> => {
  const database = await startDatabase()
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
    RATE_LIMITS: LIMITS,
  }
  const alone = await startService(settings, '--processes', '1')
  const other = await startService(settings, '--processes', '1')
  const both = await startService(settings, '--processes', '2')
  const key = await getKey(alone.url, 'operator@example.com')
  const { uid } = (await quotesCall(alone.url, key, { intake: completeIntake() })).body
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
    const [one, two, processes] = await inTurns(
      [() => on(alone), () => on(alone, other), () => on(both, both)],
      ROUNDS,
    )
    if (!one || !two || !processes) continue
    const shares = [one, two, processes].map(({ busy }) => `${Math.round(busy * 100)} %`)
    console.log(
      `${name}: one replica ${perSecond(one.perSecond)}, two ${perSecond(two.perSecond)}, one with two processes ${perSecond(processes.perSecond)}; the machine was busy to ${shares.join(', ')}`,
    )
    tellRatio(two.perSecond / one.perSecond, BAR)
    tellRatio(processes.perSecond / one.perSecond, BAR)
  }
  await tellMixed(alone, {
    headers: { authorization: `Bearer ${key}` },
    calls: [
      ['/api/agent/calculators/umbrella', { zip: '94110', desired_coverage_limit: 2_000_000 }],
      ...calls.map(([, path, sent]): [string, object] => [path, sent]),
    ],
  })
  for (const service of [alone, other, both]) await service.stop()
  await database.stop()
}
