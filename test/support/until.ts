import { setTimeout } from 'node:timers/promises'

type Limits = { withinMs?: number; everyMs?: number }

/** Waits for the thing itself: until `look` gives something truthy; an error counts as "not yet". */
export const until = async <T>(look: () => T | Promise<T>, limits: Limits = {}): Promise<T> => {
  const { withinMs = 10_000, everyMs = 20 } = limits
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
    await setTimeout(everyMs)
  }
}
