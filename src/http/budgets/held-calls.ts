const MOST = 500
const MOST_OF_ONE = 50

/** Counts the answers that are being held. A place is asked for under every name that the call goes by. */
export type HeldCalls = {
  /** Null: there is no place left. Otherwise what gives it back. */
  enter(names: readonly string[]): (() => void) | null
}

/**
 * Each held answer costs a small select now and then. So a process holds so many and no more, and of those only
 * some for one caller and for one address: nobody takes the places of everybody else.
 */
export const heldCalls = (): HeldCalls => {
  const heldBy = new Map<string, number>()
  let all = 0
  const held = (name: string): number => heldBy.get(name) ?? 0
  const leave = (name: string): void => {
    if (held(name) > 1) heldBy.set(name, held(name) - 1)
    else heldBy.delete(name)
  }
  return {
    enter(names) {
      if (all >= MOST || names.some(name => held(name) >= MOST_OF_ONE)) return null
      all++
      for (const name of names) heldBy.set(name, held(name) + 1)
      return () => {
        all--
        names.forEach(leave)
      }
    },
  }
}
