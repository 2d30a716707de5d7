import { type Clock, SECOND } from '../../lib/clock.ts'

const FAILURES_IN_A_ROW = 5
const OPEN_FOR = 30 * SECOND

export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen'
}

export type Breaker = <T>(act: () => Promise<T>) => Promise<T>

/** Five failures in a row open it for 30 seconds. Then one trial call decides; until it ends, other calls fail at once. */
export const createBreaker = (clock: Clock, onChange: (open: boolean) => void = () => undefined): Breaker => {
  let failures = 0
  let refuseUntil = 0
  return async act => {
    if (clock.now().getTime() < refuseUntil) throw new CircuitOpen()
    if (failures >= FAILURES_IN_A_ROW) refuseUntil = Infinity
    try {
      const result = await act()
      if (failures >= FAILURES_IN_A_ROW) onChange(false)
      failures = 0
      refuseUntil = 0
      return result
    } catch (error) {
      failures += 1
      if (failures >= FAILURES_IN_A_ROW) {
        onChange(true)
        refuseUntil = clock.now().getTime() + OPEN_FOR
      }
      throw error
    }
  }
}
