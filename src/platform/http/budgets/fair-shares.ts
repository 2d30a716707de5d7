/** Fewer than the pool has connections, so callers are identified and counted meanwhile. */
const AT_ONCE = 6

type Limits = {
  atOnce?: number
  ofOne?: number
  mostWaiting?: { all: number; ofOne: number }
}

/** `refuse` is called when too many wait. */
export type FairShares = <T>(name: string, act: () => T | Promise<T>, refuse?: () => never) => T | Promise<T>

/** Callers that wait take turns, so a flood from one delays another by one turn. */
export const fairShares = ({ atOnce = AT_ONCE, ofOne = atOnce, mostWaiting }: Limits = {}): FairShares => {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let places = atOnce
  const isFree = (name: string): boolean => places > 0 && (running.get(name) ?? 0) < ofOne
  const enter = (name: string): void => {
    places--
    running.set(name, (running.get(name) ?? 0) + 1)
  }
  const startNext = (): void => {
    for (const [name, starts] of waiting) {
      if (!isFree(name)) continue
      waiting.delete(name)
      const start = starts.shift()
      if (starts.length > 0) waiting.set(name, starts)
      enter(name)
      start?.()
      return
    }
  }
  const leave = (name: string): void => {
    places++
    const left = (running.get(name) ?? 1) - 1
    if (left === 0) running.delete(name)
    else running.set(name, left)
    startNext()
  }
  const runNow = <T>(name: string, act: () => T | Promise<T>): T | Promise<T> => {
    let left = false
    try {
      const done = act()
      if (!(done instanceof Promise)) return done
      left = true
      return done.finally(() => leave(name))
    } finally {
      if (!left) leave(name)
    }
  }
  const isFull = (before: readonly unknown[]): boolean => {
    if (!mostWaiting) return false
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0)
    return all >= mostWaiting.all || before.length >= mostWaiting.ofOne
  }
  return (name, act, refuse) => {
    if (isFree(name)) {
      enter(name)
      return runNow(name, act)
    }
    const before = waiting.get(name) ?? []
    if (isFull(before)) refuse?.()
    return new Promise<void>(start => waiting.set(name, [...before, start])).then(() => runNow(name, act))
  }
}
