import { getKey } from '../test/support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../test/support/people/homeowner-applications.ts'
import { startDatabase } from './database.ts'
import { LIMITS, load } from './load.ts'
import { startBare, startService } from './processes.ts'
import { inTurns, perSecond, tellRatio } from './rounds.ts'

const ROUNDS = 3
const BAR = 0.6

/** One application without the homeowner's consent, and one with offers. */
export const poll = async (): Promise<void> => {
  const database = await startDatabase()
  const service = await startService({
    DATABASE_URL: database.url,
    SECRET_KEY: 'a secret that only the benchmark knows and that is long enough',
    RATE_LIMITS: LIMITS,
  })
  const key = await getKey(service.url, 'operator@example.com')
  const begun = await quotesCall(service.url, key, { intake: completeIntake() })
  const complete = { intake: completeIntake(), credit_check_authorized: true }
  const submitted = await quotesCall(service.url, key, complete)
  const quoted = await untilQuoted(service.url, key, submitted.body.uid, 60_000)
  for (const { body: answer, text } of [begun, quoted]) {
    const bare = await startBare('bare-poll-server.ts', database.url, text)
    const body = JSON.stringify({ uid: answer.uid })
    const ours = {
      pid: service.pid,
      url: `${service.url}/api/agent/homeowners/quotes`,
      headers: { authorization: `Bearer ${key}` },
      body,
    }
    const theirs = { pid: bare.pid, url: bare.url, body }
    const [we, they] = await inTurns([() => load(ours), () => load(theirs)], ROUNDS)
    await bare.stop()
    if (!we || !they) continue
    console.log(
      `${answer.status}: ${perSecond(we.perSecond)}, bare Fastify with one select ${perSecond(they.perSecond)}; ${we.cpuMicroseconds.toFixed(0)} and ${they.cpuMicroseconds.toFixed(0)} µs of processor`,
    )
    tellRatio(we.perSecond / they.perSecond, BAR)
  }
  await service.stop()
  await database.stop()
}
