import { answerOf, type Bindery, type Schemas } from './client.ts'
import { type RetryOptions, sleep } from './retrying-fetch.ts'

const HELD_SECONDS = 25

export type WaitOptions = Pick<RetryOptions, 'wait'> & {
  withinSeconds?: number
  onProgress?: (asked: number, answered: number) => void
}

type Quoting = {
  status: string
  quoting?: { asked: number; answered: number }
  poll_after_seconds: number
}

type Look<T> = { data?: T; error?: unknown; response: Response }

const untilSettled = async <T extends Quoting>(
  look: () => Promise<Look<T>>,
  { withinSeconds = 600, onProgress, wait = sleep }: WaitOptions,
): Promise<T> => {
  const endsAt = Date.now() + withinSeconds * 1000
  for (;;) {
    const looked = await look()
    const seen = answerOf(looked)
    if (seen.status !== 'pending_quotes') return seen
    if (seen.quoting) onProgress?.(seen.quoting.asked, seen.quoting.answered)
    if (Date.now() > endsAt) throw new Error(`No quotes within ${withinSeconds} seconds.`)
    if (!looked.response.headers.has('preference-applied')) await wait(seen.poll_after_seconds * 1000)
  }
}

const headers = { Prefer: `wait=${HELD_SECONDS}` }

/** Holds on while carriers are asked, without hammering: the service answers when something changed, or says when to ask. */
export const waitForUmbrellaQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['UmbrellaSession']> =>
  untilSettled(() => bindery.POST('/api/agent/umbrella/status', { body: { uid }, headers }), options)

/** The same for a home. */
export const waitForHomeownersQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['HomeownersQuotesResponse']> =>
  untilSettled(() => bindery.POST('/api/agent/homeowners/quotes', { body: { uid }, headers }), options)
