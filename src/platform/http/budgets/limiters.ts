import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { atMost } from '../../lib/at-most.ts'
import type { Budget, BudgetState } from './budget.ts'

export type Limiter = {
  take(subject: string): BudgetState | Promise<BudgetState>
  peek(subject: string): BudgetState | Promise<BudgetState>
}

const spend = async (
  limiter: RateLimiterAbstract,
  subject: string,
  points: number,
): Promise<RateLimiterRes> => {
  try {
    return await limiter.consume(subject, points)
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}

export const exactLimiter = (limiter: RateLimiterAbstract, { points, seconds }: Budget): Limiter => {
  const state = (used: number, resetMs: number): BudgetState => ({
    limit: points,
    seconds,
    remaining: Math.max(0, points - used),
    resetMs,
    spent: used > points,
  })
  return {
    async take(subject) {
      const { consumedPoints, msBeforeNext } = await spend(limiter, subject, 1)
      // The limiter reports no points for a key that it blocks in memory, although the key is over its budget.
      return state(consumedPoints || points + 1, msBeforeNext)
    },
    async peek(subject) {
      const found = await limiter.get(subject)
      return state(found?.consumedPoints ?? 0, found?.msBeforeNext ?? seconds * 1000)
    },
  }
}

type Lease = { left: number; unleased: number; endsAt: number; fetching: Promise<void> | null }

const LEASES_KEPT = 10_000

/** Unspent points are lost with the window or when LEASES_KEPT others push a lease out: at most a twentieth. */
export const leasedLimiter = (limiter: RateLimiterAbstract, { points, seconds }: Budget): Limiter => {
  const size = Math.max(1, Math.floor(points / 20))
  const leases = new LRUCache<string, Lease>(atMost(LEASES_KEPT))

  const leaseOf = (subject: string, now: number): Lease => {
    const known = leases.get(subject)
    if (known && (known.endsAt > now || known.fetching)) return known
    const fresh: Lease = { left: 0, unleased: points, endsAt: now + seconds * 1000, fetching: null }
    leases.set(subject, fresh)
    return fresh
  }

  const state = ({ left, unleased, endsAt }: Lease, now: number, spent: boolean): BudgetState => ({
    limit: points,
    seconds,
    remaining: left + unleased,
    resetMs: Math.max(0, endsAt - now),
    spent,
  })

  const fetch = async (lease: Lease, subject: string): Promise<void> => {
    const { consumedPoints, msBeforeNext } = await spend(limiter, subject, size)
    lease.left += Math.max(0, Math.min(size, points - (consumedPoints - size)))
    lease.unleased = Math.max(0, points - consumedPoints)
    lease.endsAt = performance.now() + msBeforeNext
    // The cache may have dropped the lease while it was fetched, and calls are waiting for its points.
    leases.set(subject, lease)
  }

  const afterFetch = async (lease: Lease, subject: string): Promise<BudgetState> => {
    lease.fetching ??= fetch(lease, subject).finally(() => {
      lease.fetching = null
    })
    await lease.fetching
    return take(subject)
  }

  const take = (subject: string): BudgetState | Promise<BudgetState> => {
    const now = performance.now()
    const lease = leaseOf(subject, now)
    if (lease.left > 0) {
      lease.left--
      return state(lease, now, false)
    }
    return lease.unleased === 0 && !lease.fetching ? state(lease, now, true) : afterFetch(lease, subject)
  }

  const peek = (subject: string): BudgetState => {
    const now = performance.now()
    return state(leaseOf(subject, now), now, false)
  }

  return { take, peek }
}
