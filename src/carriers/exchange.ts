import type { Clock } from '../lib/clock.ts'
import type { HomeAnswer, HomeQuoteRequest } from './carrier.ts'
import { type Reading, readHomeAnswer } from './home-answer.ts'
import { post, type Reply } from './post.ts'
import { signature } from './signature.ts'

export type Outcome =
  | Reading['outcome']
  | Extract<Reply, { kind: 'failed' }>['outcome']
  | 'http_error'
  | 'redirected'

/** How one attempt ended. `text` is what came back, to be kept and not to be logged. */
export type Exchange = {
  outcome: Outcome
  answer: HomeAnswer | null
  status: number | null
  text: string | null
  retryAfter: string | null
}

const read = ({ status, text }: Extract<Reply, { kind: 'reply' }>, request: HomeQuoteRequest) => {
  if (status >= 200 && status < 300) return readHomeAnswer(text, request)
  return { outcome: status < 400 ? ('redirected' as const) : ('http_error' as const), answer: null }
}

type Endpoint = { url: string; secret: string }
type Question = { request: HomeQuoteRequest; body: string; timeoutMs: number }

/** Asks once. The id is the request's own, the signature is made anew for this moment. */
export const exchange = async (
  { url, secret }: Endpoint,
  { request, body, timeoutMs }: Question,
  clock: Clock,
): Promise<Exchange> => {
  const headers = {
    'x-request-id': request.request_id,
    'x-signature': signature(secret, clock.now(), body),
  }
  const reply = await post({ url, headers, body, timeoutMs })
  if (reply.kind === 'failed') return { ...reply, answer: null, text: null, retryAfter: null }
  const { status, text, retryAfter } = reply
  return { ...read(reply, request), status, text, retryAfter }
}
