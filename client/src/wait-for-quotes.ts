import { answerOf, type Bindery, type Schemas } from './client.ts'
import { type RetryOptions, sleep } from './retrying-fetch.ts'

const HELD_SECONDS = 25
/** A held poll cannot report single carriers, so progress needs short polls. */
const PROGRESS_SECONDS = 2

export type WaitOptions = Pick<RetryOptions, 'wait'> & {
  withinSeconds?: number
  /** Called at the start and each time more carriers have replied. */
  onProgress?: (asked: number, answered: number) => void
}

type Quoting = {
  status: string
  quoting?: { asked: number; answered: number }
  poll_after_seconds: number
}

type Look<T> = { data?: T; error?: unknown; response: Response }

const progressTeller = (onProgress: WaitOptions['onProgress']) => {
  let told = ''
  return ({ quoting }: Quoting): void => {
    if (!quoting || told === `${quoting.answered}/${quoting.asked}`) return
    told = `${quoting.answered}/${quoting.asked}`
    onProgress?.(quoting.asked, quoting.answered)
  }
}

const untilSettled = async <T extends Quoting>(
  look: (headers: { Prefer: string }) => Promise<Look<T>>,
  { withinSeconds = 600, onProgress, wait = sleep }: WaitOptions,
): Promise<T> => {
  const endsAt = Date.now() + withinSeconds * 1000
  const tell = progressTeller(onProgress)
  // The first poll is not held, because an incomplete application would be held too.
  let seconds = 0
  for (;;) {
    const looked = await look({ Prefer: `wait=${seconds}` })
    const seen = answerOf(looked)
    if (seen.status !== 'pending_quotes') return seen
    tell(seen)
    if (Date.now() > endsAt) throw new Error(`No quotes within ${withinSeconds} seconds.`)
    const wasHeld = seconds === 0 || looked.response.headers.has('preference-applied')
    if (!wasHeld) await wait(seen.poll_after_seconds * 1000)
    seconds = onProgress ? PROGRESS_SECONDS : HELD_SECONDS
  }
}

export const waitForUmbrellaQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['UmbrellaSession']> =>
  untilSettled(headers => bindery.POST('/api/agent/umbrella/status', { body: { uid }, headers }), options)

export const waitForHomeownersQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['HomeownersQuotesResponse']> =>
  untilSettled(headers => bindery.POST('/api/agent/homeowners/quotes', { body: { uid }, headers }), options)
