export type Places = { most: number; mostOfOne: number }

const HELD: Places = { most: 500, mostOfOne: 50 }

export type HeldCalls = {
  enter(names: readonly string[]): (() => void) | null
}

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
