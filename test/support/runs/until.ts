import { setTimeout } from 'node:timers/promises'

type Limits = { withinMs?: number; everyMs?: number }

const [FIRST_MS, MOST_MS, GROWTH] = [20, 100, 1.25]

// Only for what hangs: a machine that has much to do takes many times as long as one that has not.
export const PATIENCE_MS = 90_000

/** Waits for the thing itself: until `look` gives something truthy; an error counts as "not yet". */
export const until = async <T>(look: () => T | Promise<T>, limits: Limits = {}): Promise<T> => {
  const { withinMs = PATIENCE_MS, everyMs } = limits
  let pauseMs = everyMs ?? FIRST_MS
  const deadline = performance.now() + withinMs
  for (;;) {
    const seen = await Promise.resolve()
      .then(look)
      .then(
        value => ({ value, error: undefined }),
        (error: unknown) => ({ value: undefined, error }),
      )
    if (seen.value) return seen.value
    if (performance.now() > deadline) {
      throw new Error(`Not seen within ${withinMs} ms: ${look}`, { cause: seen.error })
    }
    await setTimeout(pauseMs)
    // What takes long is asked for less often, since to ask keeps busy who is to answer.
    if (everyMs === undefined) pauseMs = Math.min(pauseMs * GROWTH, MOST_MS)
  }
}
