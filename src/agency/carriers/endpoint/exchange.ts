import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/lib/clock.ts'
import { traceHeaders } from '../../../platform/lib/tracing.ts'
import type { ParsedAnswer } from '../contract/parse-answer.ts'
import { send } from './send.ts'

/** The signature covers the time, so the carrier can reject a replayed request. */
export const signature = (secret: string, now: Date, body: string): string => {
  const seconds = Math.floor(now.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** `text` is the response body. Store it sealed and never log it. */
export type Exchange<A = unknown> = ParsedAnswer<A> & {
  status: number | null
  text: string | null
  retryAfter: string | null
  cause?: string
}

export type EndpointCall<A> = {
  url: string
  request_id: string
  body: string | null
  recorded?: string
  parse(text: string): ParsedAnswer<A>
}

type Attempt = { secret: string; timeoutMs: number }

export const exchange = async <A>(
  { url, request_id, body, parse }: EndpointCall<A>,
  { secret, timeoutMs }: Attempt,
  clock: Clock,
): Promise<Exchange<A>> => {
  const headers = {
    ...traceHeaders(),
    'x-request-id': request_id,
    'x-signature': signature(secret, clock.now(), body ?? request_id),
  }
  const reply = await send({ url, headers, body, timeoutMs })
  if (reply.kind === 'failed') return { ...reply, answer: null, text: null, retryAfter: null }
  const { status, text, retryAfter } = reply
  if (status >= 200 && status < 300) return { ...parse(text), status, text, retryAfter }
  const outcome = status < 400 ? 'redirected' : 'http_error'
  return { outcome, answer: null, status, text, retryAfter }
}
