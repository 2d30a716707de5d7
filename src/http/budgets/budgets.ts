import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimits } from '../../config.ts'
import type { Budget } from './budget.ts'
import { exactLimiter, type Limiter, leasedLimiter } from './limiters.ts'

export type Budgets = {
  of(budget: Budget): Limiter
  /** False with RATE_LIMITS=off: counted and told, never refused. */
  refuses: boolean
}

const createLimiter = (pool: pg.Pool, budget: Budget): Limiter => {
  const { name, points, seconds, leased } = budget
  const store = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    ...(!leased && { inMemoryBlockOnConsumed: points + 1 }),
  })
  return leased ? leasedLimiter(store, budget) : exactLimiter(store, budget)
}

/** One limiter for each budget by name, with what the configuration says about it. */
export const createBudgets = (pool: pg.Pool, { refuse, overrides }: RateLimits): Budgets => {
  const limiters = new Map<string, Limiter>()
  return {
    refuses: refuse,
    of(budget) {
      const known = limiters.get(budget.name)
      if (known) return known
      const made = createLimiter(pool, { ...budget, ...overrides.get(budget.name) })
      limiters.set(budget.name, made)
      return made
    },
  }
}
