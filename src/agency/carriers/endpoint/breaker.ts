import { type Clock, SECOND } from '../../../platform/lib/clock.ts'

const FAILED_REQUESTS = 5
const OPEN_FOR = 30 * SECOND

export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen'
}

export type Breaker = <T>(request_id: string, act: () => Promise<T>) => Promise<T>

type Meaning = 'away' | 'answered' | 'unknown'

type Rules = { clock: Clock; meaningOf(error: unknown): Meaning; onChange?(open: boolean): void }

/** A request that fails again is tried apart, so that it does not hold back those that have not failed. */
export const createBreaker = ({ clock, meaningOf, onChange = () => undefined }: Rules): Breaker => {
  const failed = new Set<string>()
  const refuseUntil = { failed: 0, other: 0 }
  const isOpen = (): boolean => failed.size >= FAILED_REQUESTS

  const close = (): void => {
    if (isOpen()) onChange(false)
    failed.clear()
    refuseUntil.failed = 0
    refuseUntil.other = 0
  }

  return async (request_id, act) => {
    const kind = failed.has(request_id) ? 'failed' : 'other'
    if (clock.now().getTime() < refuseUntil[kind]) throw new CircuitOpen()
    if (isOpen()) refuseUntil[kind] = Infinity
    try {
      const result = await act()
      close()
      return result
    } catch (error) {
      const meaning = meaningOf(error)
      if (meaning === 'answered') close()
      else {
        if (meaning === 'away') failed.add(request_id)
        if (isOpen()) {
          onChange(true)
          refuseUntil.failed = clock.now().getTime() + OPEN_FOR
          if (kind === 'other') refuseUntil.other = refuseUntil.failed
        }
      }
      throw error
    }
  }
}
