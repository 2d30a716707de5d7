import { type Clock, SECOND } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Random } from '../../lib/random.ts'
import type { Wait } from '../contract/wait.ts'
import { CircuitOpen, createBreaker } from './breaker.ts'
import { type Exchange, exchange, type Question } from './exchange.ts'
import type { Recorder } from './exchange-record.ts'
import { pauseAfter } from './retry.ts'

const ATTEMPTS = 3

export type EndpointTools = { clock: Clock; random: Random; log: Log; wait: Wait; record: Recorder }
export type EndpointSettings = { id: string; secret: string; timeLimitSeconds: number }

/** The carrier gave no answer that can be believed: ask again, later. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

/** One attempt, noted before it is sent and again when it is over. */
const attemptOnce = async <A>(
  { id, secret }: EndpointSettings,
  { clock, log, record }: EndpointTools,
  { question, attempt, timeoutMs }: { question: Question<A>; attempt: number; timeoutMs: number },
): Promise<Exchange<A>> => {
  const facts = { carrier_id: id, request_id: question.request_id, attempt }
  const finish = await record({ ...facts, request: question.kept ?? question.body })
  const began = performance.now()
  const ended = await exchange(question, { secret, timeoutMs }, clock)
  const took_ms = Math.round(performance.now() - began)
  const { outcome, status, text, answer } = ended
  log[answer ? 'info' : 'warn'](
    { ...facts, outcome, http_status: status, took_ms },
    answer ? 'carrier answered' : 'carrier gave no answer',
  )
  await finish({ outcome, http_status: status, took_ms, response: text })
  return ended
}

/** Every attempt may take what is left of the time limit; a pause that would not leave any is not made. */
const ask = async <A>(
  settings: EndpointSettings,
  tools: EndpointTools,
  question: Question<A>,
): Promise<A> => {
  const endsAt = performance.now() + settings.timeLimitSeconds * SECOND
  const left = (): number => endsAt - performance.now()
  for (let attempt = 1; ; attempt++) {
    const ended = await attemptOnce(settings, tools, { question, attempt, timeoutMs: left() })
    if (ended.answer) return ended.answer
    const pause = pauseAfter(ended, attempt, { now: tools.clock.now(), random: tools.random })
    if (attempt === ATTEMPTS || pause === null || pause >= left())
      throw new NoAnswer(`${settings.id}: ${ended.outcome}`)
    await tools.wait(pause)
  }
}

/** Asks a carrier's endpoint whatever it is asked, behind one breaker: it is away for all questions or for none. */
export const endpointAsker = (settings: EndpointSettings, tools: EndpointTools) => {
  const guarded = createBreaker(tools.clock)
  return <A>(question: Question<A>): Promise<A> =>
    guarded(() => ask(settings, tools, question)).catch((error: unknown) => {
      if (error instanceof CircuitOpen)
        tools.log.warn({ carrier_id: settings.id, outcome: 'circuit_open' }, 'carrier not asked')
      throw error
    })
}
