import { later } from '../../../src/platform/lib/clock.ts'

export const movableClock = () => {
  let offset = 0
  let stoppedAt: Date | null = null
  return {
    now: () => later(stoppedAt ?? new Date(), offset),
    pass: (milliseconds: number) => {
      offset += milliseconds
    },
    stop: () => {
      stoppedAt = new Date()
    },
    goOn: () => {
      stoppedAt = null
    },
  }
}
