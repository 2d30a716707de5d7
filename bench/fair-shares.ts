import autocannon from 'autocannon'
import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall } from '../test/support/people/homeowner-applications.ts'
import { startDatabase } from './database.ts'
import { startServiceFrom } from './processes.ts'
import { SETTINGS } from './quote-calls.ts'
import { median } from './rounds.ts'

const ROUNDS = 4
const SECONDS = 4
const CONNECTIONS = 200
const PATH = '/api/agent/homeowners/quotes'

/** Another operator's new applications, alone and while one key floods the service with its own. */
const fromFolder = async (from: string, url: string): Promise<void> => {
  const service = await startServiceFrom(
    from,
    { ...SETTINGS, DATABASE_URL: url },
    '--no-worker',
    '--processes',
    '1',
  )
  const [flooding, honest] = [
    await getKey(service.url, 'flood@example.com'),
    await getKey(service.url, 'honest@example.com'),
  ]
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
  const [alone, flooded]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await created())
    const [{ '2xx': answered }, took] = await Promise.all([flood(), created()])
    if (answered === 0) throw new Error('The flood was refused.')
    flooded.push(took)
  }
  console.log(
    `${from}: median ${median(alone).toFixed(1)} ms alone, ${median(flooded).toFixed(1)} ms beside a flood from one key`,
  )
  await service.stop()
}

/** `BASELINE` names built checkouts of earlier versions to compare with. */
export const fairShares = async (): Promise<void> => {
  const database = await startDatabase()
  const folders = [...(process.env.BASELINE?.split(',') ?? []), process.cwd()]
  for (const [at, from] of folders.entries()) await fromFolder(from, await database.copy(`side_${at}`))
  await database.stop()
}
