import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { RateLimits } from '../../config/limits.ts'
import type { Budget } from './budget.ts'
import { exactLimiter, type Limiter, leasedLimiter } from './limiters.ts'
import { createMeter, type Meter } from './meters.ts'

export type Budgets = {
  of(budget: Budget): Limiter
  ofNetwork(budget: Budget): Limiter
  meterOf(budget: Budget): Meter
  meterOfNetwork(budget: Budget): Meter
  refuses: boolean
}

const createStore = (pool: pg.Pool, { name, points, seconds }: Budget, blocks: boolean) =>
  new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
    ...(blocks && { inMemoryBlockOnConsumed: points + 1 }),
  })

const createLimiter = (pool: pg.Pool, budget: Budget): Limiter => {
  const store = createStore(pool, budget, !budget.leased)
  return budget.leased ? leasedLimiter(store, budget) : exactLimiter(store, budget)
}

const NETWORK_FACTOR = 8

const byName = <T>(make: (budget: Budget) => T): ((name: string, budget: () => Budget) => T) => {
  const made = new Map<string, T>()
  return (name, budget) => {
    const known = made.get(name)
    if (known !== undefined) return known
    const fresh = make(budget())
    made.set(name, fresh)
    return fresh
  }
}

export const createBudgets = (
  pool: pg.Pool,
  { refuse, overrides }: RateLimits,
  onFault: (error: unknown) => void,
): Budgets => {
  const limiter = byName(budget => createLimiter(pool, budget))
  const meter = byName(budget => createMeter(createStore(pool, budget, false), budget, onFault))
  const configured = (budget: Budget): Budget => ({ ...budget, ...overrides.get(budget.name) })
  const networkName = ({ name }: Budget): string => `${name}_48`
  const ofNetwork = (budget: Budget) => (): Budget => {
    const { points, ...rest } = configured(budget)
    return { ...rest, name: networkName(budget), points: points * NETWORK_FACTOR }
  }
  return {
    refuses: refuse,
    of: budget => limiter(budget.name, () => configured(budget)),
    ofNetwork: budget => limiter(networkName(budget), ofNetwork(budget)),
    meterOf: budget => meter(budget.name, () => configured(budget)),
    meterOfNetwork: budget => meter(networkName(budget), ofNetwork(budget)),
  }
}
