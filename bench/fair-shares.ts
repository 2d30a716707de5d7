import autocannon from 'autocannon'
import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall } from '../test/support/people/homeowner-applications.ts'
import { startDatabase } from './database.ts'
import { startServiceFrom } from './processes.ts'
import { SETTINGS } from './quote-calls.ts'
import { inTurns, median } from './rounds.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 200
const PATH = '/api/agent/homeowners/quotes'

/** Another operator's new applications, alone and while one key floods the service with its own. */
const startSide = async (from: string, url: string) => {
  const settings = { ...SETTINGS, DATABASE_URL: url }
  const service = await startServiceFrom(from, settings, '--no-worker', '--processes', '1')
  const flooding = await getKey(service.url, 'flood@example.com')
  const honest = await getKey(service.url, 'honest@example.com')
  const created = async (): Promise<number> => {
    const times: number[] = []
    for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
      const began = performance.now()
      const { status } = await quotesCall(service.url, honest, { intake: completeIntake() })
      if (status !== 200) throw new Error(`answered ${status}`)
      times.push(performance.now() - began)
    }
    return median(times)
  }
  const flood = () =>
    autocannon({
      url: service.url + PATH,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${flooding}` },
      body: JSON.stringify({ intake: completeIntake() }),
      connections: CONNECTIONS,
      duration: SECONDS + 1,
      workers: 1,
    })
  const round = async () => {
    const alone = await created()
    const [{ '2xx': answered }, flooded] = await Promise.all([flood(), created()])
    return { alone, flooded, perSecond: answered / (SECONDS + 1) }
  }
  return { round, stop: () => service.stop() }
}

/** `BASELINE` names built checkouts of earlier versions to compare with. */
export const fairShares = async (): Promise<void> => {
  const database = await startDatabase()
  const folders = [...(process.env.BASELINE?.split(',') ?? []), process.cwd()]
  const copies: string[] = []
  for (const at of folders.keys()) copies.push(await database.copy(`side_${at}`))
  const sides: Awaited<ReturnType<typeof startSide>>[] = []
  for (const [at, from] of folders.entries()) sides.push(await startSide(from, copies[at] ?? ''))
  const measured = await inTurns(
    sides.map(({ round }) => round),
    ROUNDS,
  )
  for (const [at, { alone, flooded, perSecond }] of measured.entries())
    console.log(
      `${folders[at]}: median ${alone.toFixed(1)} ms alone, ${flooded.toFixed(1)} ms beside a flood of ${perSecond.toFixed(0)} calls a second from one key`,
    )
  for (const { stop } of sides) await stop()
  await database.stop()
}
