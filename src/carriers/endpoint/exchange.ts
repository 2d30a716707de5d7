import type { Clock } from '../../lib/clock.ts'
import type { Reading } from '../contract/answer-parts.ts'
import { post } from './post.ts'
import { signature } from './signature.ts'

/** How one attempt ended. `text` is what came back, to be kept and not to be logged. */
export type Exchange<A = unknown> = Reading<A> & {
  status: number | null
  text: string | null
  retryAfter: string | null
}

/** Something to be asked of an endpoint, and how its words are read. */
export type Question<A> = {
  url: string
  request_id: string
  body: string
  /** What the record keeps of it, where it is not the body itself. */
  kept?: string
  read(text: string): Reading<A>
}

type Attempt = { secret: string; timeoutMs: number }

/** Asks once. The id is the request's own, the signature is made anew for this moment. */
export const exchange = async <A>(
  { url, request_id, body, read }: Question<A>,
  { secret, timeoutMs }: Attempt,
  clock: Clock,
): Promise<Exchange<A>> => {
  const headers = { 'x-request-id': request_id, 'x-signature': signature(secret, clock.now(), body) }
  const reply = await post({ url, headers, body, timeoutMs })
  if (reply.kind === 'failed') return { ...reply, answer: null, text: null, retryAfter: null }
  const { status, text, retryAfter } = reply
  if (status >= 200 && status < 300) return { ...read(text), status, text, retryAfter }
  const outcome = status < 400 ? 'redirected' : 'http_error'
  return { outcome, answer: null, status, text, retryAfter }
}
