/** Fewer than the pool has connections, so callers are identified and counted meanwhile. */
const AT_ONCE = 6

export type FairShares = <T>(name: string, act: () => T | Promise<T>) => T | Promise<T>

/** Callers that wait take turns, so a flood from one delays another by one turn. */
export const fairShares = (atOnce = AT_ONCE): FairShares => {
  const waiting = new Map<string, (() => void)[]>()
  let running = 0
  const startNext = (): void => {
    const [next] = waiting
    if (!next || running >= atOnce) return
    const [name, starts] = next
    waiting.delete(name)
    const start = starts.shift()
    if (starts.length > 0) waiting.set(name, starts)
    running++
    start?.()
  }
  const leave = (): void => {
    running--
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
  return (name, act) => {
    if (running < atOnce) {
      running++
      return runNow(act)
    }
    return new Promise<void>(start => {
      const before = waiting.get(name)
      if (before) before.push(start)
      else waiting.set(name, [start])
    }).then(() => runNow(act))
  }
}
