import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimits } from '../../config.ts'
import type { Budget } from './budget.ts'
import { exactLimiter, type Limiter, leasedLimiter } from './limiters.ts'

export type Budgets = {
  of(budget: Budget): Limiter
  ofNetwork(budget: Budget): Limiter
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

const NETWORK_FACTOR = 8

export const createBudgets = (pool: pg.Pool, { refuse, overrides }: RateLimits): Budgets => {
  const limiters = new Map<string, Limiter>()
  const known = (name: string, make: () => Budget): Limiter => {
    const limiter = limiters.get(name) ?? createLimiter(pool, make())
    limiters.set(name, limiter)
    return limiter
  }
  const configured = (budget: Budget): Budget => ({ ...budget, ...overrides.get(budget.name) })
  return {
    refuses: refuse,
    of: budget => known(budget.name, () => configured(budget)),
    ofNetwork: budget => {
      const name = `${budget.name}_48`
      return known(name, () => {
        const { points, ...rest } = configured(budget)
        return { ...rest, name, points: points * NETWORK_FACTOR }
      })
    },
  }
}
