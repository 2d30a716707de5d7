import { type Clock, SECOND } from '../../../platform/lib/clock.ts'
import { counter, gauge, histogram } from '../../../platform/lib/counters.ts'
import type { Log } from '../../../platform/lib/log.ts'
import type { Random } from '../../../platform/lib/random.ts'
import { SpanKind, traced } from '../../../platform/lib/tracing.ts'
import type { Wait } from '../contract/carrier.ts'
import { CircuitOpen, createBreaker } from './breaker.ts'
import { type EndpointCall, type Exchange, exchange } from './exchange.ts'
import type { Recorder } from './exchange-record.ts'
import { isAway, isRejected, retryDelayMs } from './retry.ts'

const ATTEMPTS = 3

export type EndpointTools = { clock: Clock; random: Random; log: Log; wait: Wait; record: Recorder }
export type EndpointSettings = { id: string; secret: string; timeLimitSeconds: number }

const countCall = counter({
  name: 'bindery_carrier_calls_total',
  help: 'Calls to carriers, by outcome. `circuit_open` calls were not made.',
  labels: ['carrier', 'outcome', 'answered'],
})

const timeCall = histogram({
  name: 'bindery_carrier_call_seconds',
  help: 'How long carriers took to answer, by carrier.',
  labels: ['carrier'],
  bucketsSeconds: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
})

const showBreaker = gauge({
  name: 'bindery_carrier_breaker_open',
  help: '1 while a carrier is not called because it kept giving no answer.',
  labels: ['carrier'],
})

export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly isRejected: boolean
  readonly isAway: boolean

  constructor(carrierId: string, ended: Pick<Exchange, 'outcome' | 'status'>) {
    super(`${carrierId}: ${ended.outcome}`)
    this.isRejected = isRejected(ended)
    this.isAway = isAway(ended)
  }
}

/** Null: the carrier gave no valid answer, or was not called because it kept failing. Other errors are our own faults. */
export const orSilence = async <A>(asked: Promise<A>): Promise<A | null> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof CircuitOpen) return null
    throw error
  }
}

const attemptOnce = async <A>(
  { id, secret }: EndpointSettings,
  { clock, log, record }: EndpointTools,
  { call, attempt, timeoutMs }: { call: EndpointCall<A>; attempt: number; timeoutMs: number },
): Promise<Exchange<A>> => {
  const facts = { carrier_id: id, request_id: call.request_id, attempt }
  const finish = await record({ ...facts, request: call.recorded ?? call.body ?? `GET ${call.url}` })
  const began = performance.now()
  const ended = await traced(
    {
      name: `call ${id}`,
      kind: SpanKind.CLIENT,
      attributes: {
        'bindery.carrier': id,
        'bindery.request_id': call.request_id,
        'bindery.attempt': attempt,
      },
    },
    async span => {
      const result = await exchange(call, { secret, timeoutMs }, clock)
      span.setAttribute('bindery.outcome', result.outcome)
      return result
    },
  )
  const took_ms = Math.round(performance.now() - began)
  const { outcome, status, text, answer, cause } = ended
  countCall({ carrier: id, outcome, answered: String(answer !== null) })
  timeCall({ carrier: id }, took_ms / SECOND)
  log[answer ? 'info' : 'warn'](
    { ...facts, outcome, ...(cause !== undefined && { cause }), http_status: status, took_ms },
    answer ? 'carrier answered' : 'carrier gave no valid answer',
  )
  await finish({ outcome, http_status: status, took_ms, response: text })
  return ended
}

const callWithRetries = async <A>(
  settings: EndpointSettings,
  tools: EndpointTools,
  call: EndpointCall<A>,
): Promise<A> => {
  const endsAt = performance.now() + settings.timeLimitSeconds * SECOND
  const left = (): number => endsAt - performance.now()
  for (let attempt = 1; ; attempt++) {
    const ended = await attemptOnce(settings, tools, { call, attempt, timeoutMs: left() })
    if (ended.answer) return ended.answer
    const pause = retryDelayMs(ended, attempt, { now: tools.clock.now(), random: tools.random })
    if (attempt === ATTEMPTS || pause === null || pause >= left()) throw new NoAnswer(settings.id, ended)
    await tools.wait(pause)
  }
}

const meaningOf = (error: unknown) => {
  if (!(error instanceof NoAnswer)) return 'unknown'
  return error.isAway ? 'away' : 'answered'
}

/** One breaker for quotes, binds and documents, because they fail together. */
export const endpointCaller = (settings: EndpointSettings, tools: EndpointTools) => {
  const show = (open: boolean): void => showBreaker({ carrier: settings.id }, open ? 1 : 0)
  show(false)
  const guarded = createBreaker({ clock: tools.clock, meaningOf, onChange: show })
  return <A>(call: EndpointCall<A>): Promise<A> =>
    guarded(call.request_id, () => callWithRetries(settings, tools, call)).catch((error: unknown) => {
      if (error instanceof CircuitOpen) {
        const outcome = 'circuit_open'
        countCall({ carrier: settings.id, outcome, answered: 'false' })
        tools.log.warn({ carrier_id: settings.id, outcome }, 'carrier not called: circuit open')
      }
      throw error
    })
}
