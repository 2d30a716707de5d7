import { answerOf, type Bindery, type Schemas } from './client.ts'
import { type RetryOptions, sleep } from './retrying-fetch.ts'

/** The service holds a call until the status changes, and no longer than this. */
const HELD_SECONDS = 25
/** A held call cannot tell of single carriers before it ends. So often polls are welcome (`poll_after_seconds`). */
const PROGRESS_SECONDS = 2

export type WaitOptions = Pick<RetryOptions, 'wait'> & {
  withinSeconds?: number
  /** Called at once while carriers are being asked, and then each time more of them are seen to have answered. */
  onProgress?: (asked: number, answered: number) => void
}

type Quoting = {
  status: string
  quoting?: { asked: number; answered: number }
  poll_after_seconds: number
}

type Look<T> = { data?: T; error?: unknown; response: Response }

/** Tells what differs from what was told last. */
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
  // The first look does not wait: what lacks an answer would be held as well, until somebody gives it.
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

/** Holds on while carriers are asked, without hammering: the service answers when the status changed, or says when to ask. */
export const waitForUmbrellaQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['UmbrellaSession']> =>
  untilSettled(headers => bindery.POST('/api/agent/umbrella/status', { body: { uid }, headers }), options)

/** The same for a home. */
export const waitForHomeownersQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['HomeownersQuotesResponse']> =>
  untilSettled(headers => bindery.POST('/api/agent/homeowners/quotes', { body: { uid }, headers }), options)
