export type Places = { most: number; mostOfOne: number }

const HELD: Places = { most: 500, mostOfOne: 50 }

/** Counts the answers that are being held. A place is asked for under every name that the call goes by. */
export type HeldCalls = {
  /** Null: there is no place left. Otherwise what gives it back. */
  enter(names: readonly string[]): (() => void) | null
}

/**
 * What a call keeps busy for long, such as a held answer or an upload, is limited in all and for each caller and
 * address: nobody takes the places of everybody else.
 */
export const heldCalls = ({ most, mostOfOne }: Places = HELD): HeldCalls => {
  const heldBy = new Map<string, number>()
  let all = 0
  const held = (name: string): number => heldBy.get(name) ?? 0
  const leave = (name: string): void => {
    if (held(name) > 1) heldBy.set(name, held(name) - 1)
    else heldBy.delete(name)
  }
  return {
    enter(names) {
      if (all >= most || names.some(name => held(name) >= mostOfOne)) return null
      all++
      for (const name of names) heldBy.set(name, held(name) + 1)
      return () => {
        all--
        names.forEach(leave)
      }
    },
  }
}
