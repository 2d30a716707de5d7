import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall } from '../test/support/people/homeowner-applications.ts'
import { until } from '../test/support/runs/until.ts'
import { startDatabase } from './database.ts'
import { startService } from './processes.ts'
import { median } from './rounds.ts'

const WARM_UP = 20
const RUNS = 60
const BAR_MS = 60

/** From submitting to the response with offers, one application at a time. */
export const quoting = async (): Promise<void> => {
  const database = await startDatabase()
  const service = await startService({
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
    RATE_LIMITS: 'off',
  })
  const key = await getKey(service.url, 'operator@example.com')
  const once = async (): Promise<number> => {
    const { uid } = (await quotesCall(service.url, key, { intake: completeIntake() })).body
    const begun = performance.now()
    await quotesCall(service.url, key, { uid, credit_check_authorized: true })
    const isQuoted = async () => (await quotesCall(service.url, key, { uid })).body.status === 'quoted'
    await until(isQuoted, { everyMs: 1 })
    return performance.now() - begun
  }
  for (let run = 0; run < WARM_UP; run++) await once()
  const seen: number[] = []
  for (let run = 0; run < RUNS; run++) seen.push(await once())
  const [slowest = 0] = seen.toSorted((a, b) => b - a)
  console.log(
    `submit to quoted: median ${median(seen).toFixed(0)} ms (bar ${BAR_MS}), slowest ${slowest.toFixed(0)} ms`,
  )
  await service.stop()
  await database.stop()
}
