/** Fewer than the pool has connections, so callers are identified and counted meanwhile. */
const AT_ONCE = 6

type Limits = {
  atOnce?: number
  mostWaiting?: { all: number; ofOne: number }
}

/** `refuse` is called when too many wait. */
export type FairShares = <T>(name: string, act: () => T | Promise<T>, refuse?: () => never) => T | Promise<T>

/** Callers that wait take turns, so a flood from one delays another by one turn. */
export const fairShares = ({ atOnce = AT_ONCE, mostWaiting }: Limits = {}): FairShares => {
  const waiting = new Map<string, (() => void)[]>()
  let places = atOnce
  const startNext = (): void => {
    const [next] = waiting
    if (!next) return
    const [name, starts] = next
    waiting.delete(name)
    const start = starts.shift()
    if (starts.length > 0) waiting.set(name, starts)
    places--
    start?.()
  }
  const leave = (): void => {
    places++
    startNext()
  }
  const runNow = <T>(act: () => T | Promise<T>): T | Promise<T> => {
    let left = false
    try {
      const done = act()
      if (!(done instanceof Promise)) return done
      left = true
      return done.finally(leave)
    } finally {
      if (!left) leave()
    }
  }
  const isFull = (before: readonly unknown[]): boolean => {
    if (!mostWaiting) return false
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
    return all >= mostWaiting.all || before.length >= mostWaiting.ofOne
  }
  return (name, act, refuse) => {
    if (places > 0) {
      places--
      return runNow(act)
    }
    const before = waiting.get(name) ?? []
    if (isFull(before)) refuse?.()
    return new Promise<void>(start => waiting.set(name, [...before, start])).then(() => runNow(act))
  }
}
