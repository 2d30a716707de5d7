import { answerOf, type Bindery, type Schemas } from './client.ts'

const HELD_SECONDS = 25

export type WaitOptions = { withinSeconds?: number; onProgress?: (asked: number, answered: number) => void }

type Quoting = { status: string; quoting?: { asked: number; answered: number } }

const untilSettled = async <T extends Quoting>(
  look: () => Promise<T>,
  { withinSeconds = 600, onProgress }: WaitOptions,
): Promise<T> => {
  const endsAt = Date.now() + withinSeconds * 1000
  for (;;) {
    const seen = await look()
    if (seen.status !== 'pending_quotes') return seen
    if (seen.quoting) onProgress?.(seen.quoting.asked, seen.quoting.answered)
    if (Date.now() > endsAt) throw new Error(`No quotes within ${withinSeconds} seconds.`)
  }
}

const headers = { Prefer: `wait=${HELD_SECONDS}` }

/** Holds on while carriers are asked, without hammering: the service answers when something changed. */
export const waitForUmbrellaQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['UmbrellaSession']> =>
  untilSettled(
    async () => answerOf(await bindery.POST('/api/agent/umbrella/status', { body: { uid }, headers })),
    options,
  )

/** The same for a home. */
export const waitForHomeownersQuotes = (
  bindery: Bindery,
  uid: string,
  options: WaitOptions = {},
): Promise<Schemas['HomeownersQuotesResponse']> =>
  untilSettled(
    async () => answerOf(await bindery.POST('/api/agent/homeowners/quotes', { body: { uid }, headers })),
    options,
  )
