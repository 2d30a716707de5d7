import { type Clock, SECOND } from '../../lib/clock.ts'

const FAILURES_IN_A_ROW = 5
const OPEN_FOR = 30 * SECOND

/** Nothing was asked: the carrier has failed too often to be asked just now. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen'
}

export type Breaker = <T>(act: () => Promise<T>) => Promise<T>

/**
 * closed → (five failures in a row) → open → (30 s) → one trial → closed, or open again.
 * While it is open, and while the trial is under way, everybody else fails at once.
 */
export const createBreaker = (clock: Clock): Breaker => {
  let failures = 0
  let refuseUntil = 0
  return async act => {
    if (clock.now().getTime() < refuseUntil) throw new CircuitOpen()
    if (failures >= FAILURES_IN_A_ROW) refuseUntil = Infinity
    try {
      const result = await act()
      failures = 0
      refuseUntil = 0
      return result
    } catch (error) {
      failures += 1
      if (failures >= FAILURES_IN_A_ROW) refuseUntil = clock.now().getTime() + OPEN_FOR
      throw error
    }
  }
}
