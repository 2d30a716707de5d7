import { LRUCache } from 'lru-cache'
import type { RateLimiterPostgres } from 'rate-limiter-flexible'
import { atMost } from '../../lib/at-most.ts'
import type { Budget, BudgetState } from './budget.ts'

export type Meter = {
  state(subject: string): BudgetState
  charge(subject: string, points: number): void
}

type Account = { shared: number; unreported: number; endsAt: number; reporting: boolean }

const ACCOUNTS_KEPT = 10_000

export const createMeter = (
  store: RateLimiterPostgres,
  { points, seconds }: Pick<Budget, 'points' | 'seconds'>,
  onFault: (error: unknown) => void,
): Meter => {
  const accounts = new LRUCache<string, Account>(atMost(ACCOUNTS_KEPT))
  const batch = Math.max(1, Math.floor(points / 20))

  const accountOf = (subject: string, now: number): Account => {
    const known = accounts.get(subject)
    if (known && known.endsAt > now) return known
    const fresh = { shared: 0, unreported: 0, endsAt: now + seconds * 1000, reporting: false }
    accounts.set(subject, fresh)
    return fresh
  }

  const report = async (subject: string, account: Account): Promise<void> => {
    const amount = account.unreported
    account.reporting = true
    try {
      const { consumedPoints, msBeforeNext } = await store.penalty(subject, amount)
      account.unreported -= amount
      account.shared = consumedPoints
      account.endsAt = performance.now() + msBeforeNext
    } catch (error) {
      onFault(error)
    } finally {
      account.reporting = false
    }
  }

  return {
    state(subject) {
      const now = performance.now()
      const known = accounts.get(subject)
      const live = known && known.endsAt > now ? known : null
      const remaining = Math.max(0, points - (live ? live.shared + live.unreported : 0))
      const resetMs = live ? live.endsAt - now : seconds * 1000
      return { limit: points, seconds, remaining, resetMs, spent: remaining === 0 }
    },
    charge(subject, amount) {
      const account = accountOf(subject, performance.now())
      account.unreported += amount
      if (account.unreported >= batch && !account.reporting) void report(subject, account)
    },
  }
}
