import type { CarrierSettings } from '../config/carriers-file.ts'
import { type Clock, SECOND } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Random } from '../lib/random.ts'
import { CircuitOpen, createBreaker } from './breaker.ts'
import type { HomeAnswer, HomeQuoteRequest } from './carrier.ts'
import { type Exchange, exchange } from './exchange.ts'
import type { Recorder } from './exchange-record.ts'
import type { LiveCarrier } from './mode.ts'
import { pauseAfter } from './retry.ts'
import type { Wait } from './sandbox.ts'

const ATTEMPTS = 3

export type HttpCarrierTools = { clock: Clock; random: Random; log: Log; wait: Wait; record: Recorder }

/** The carrier gave no answer that can be believed: ask again, later. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

type Attempt = { request: HomeQuoteRequest; body: string; attempt: number; timeoutMs: number }

/** One attempt, noted before it is sent and again when it is over. */
const attemptOnce = async (
  settings: CarrierSettings,
  { clock, log, record }: HttpCarrierTools,
  { attempt, timeoutMs, request, body }: Attempt,
): Promise<Exchange> => {
  const { request_id } = request
  const facts = { carrier_id: settings.id, request_id, attempt }
  const finish = await record({ ...facts, request: body })
  const began = performance.now()
  const ended = await exchange(settings, { request, body, timeoutMs }, clock)
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
const ask = async (
  settings: CarrierSettings,
  tools: HttpCarrierTools,
  request: HomeQuoteRequest,
): Promise<HomeAnswer> => {
  const { request_id, today, risk } = request
  const body = JSON.stringify({ request_id, today, risk })
  const endsAt = performance.now() + settings.timeLimitSeconds * SECOND
  const left = (): number => endsAt - performance.now()
  for (let attempt = 1; ; attempt++) {
    const ended = await attemptOnce(settings, tools, { request, body, attempt, timeoutMs: left() })
    if (ended.answer) return ended.answer
    const pause = pauseAfter(ended, attempt, { now: tools.clock.now(), random: tools.random })
    if (attempt === ATTEMPTS || pause === null || pause >= left())
      throw new NoAnswer(`${settings.id}: ${ended.outcome}`)
    await tools.wait(pause)
  }
}

/** A carrier's own endpoint. */
export const httpCarrier = (settings: CarrierSettings, tools: HttpCarrierTools): LiveCarrier => {
  const { id, name, homeownersStates } = settings
  const guarded = createBreaker(tools.clock)
  return {
    id,
    name,
    mode: 'live',
    homeownersStates,
    quoteHome: request =>
      guarded(() => ask(settings, tools, request)).catch((error: unknown) => {
        if (error instanceof CircuitOpen)
          tools.log.warn({ carrier_id: id, outcome: 'circuit_open' }, 'carrier not asked')
        throw error
      }),
  }
}
