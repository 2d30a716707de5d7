import { budgetAddress, widerNetwork } from '../../lib/address.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../lib/clock.ts'
import { type Budget, type BudgetState, refuseSpent } from './budget.ts'
import type { Budgets } from './budgets.ts'
import type { Meter } from './meters.ts'

const KIB = 1024
const MIB_IN_KIB = 1024
const GIB_IN_KIB = 1024 * MIB_IN_KIB
const DAY_SECONDS = 24 * HOUR_SECONDS

type Payer = 'address' | 'caller' | 'everyone'

type Cost = Record<Payer, Budget> & { pages?: Budget }

const cost = (name: string, seconds: number, most: Record<Payer, number>): Cost => ({
  address: { name: `${name}_address`, by: 'address', points: most.address, seconds },
  caller: { name: `${name}_operator`, by: 'caller', points: most.caller, seconds },
  everyone: { name: `${name}_anonymous`, by: 'everyone', points: most.everyone, seconds },
})

const storedKib: Cost = {
  ...cost('stored', DAY_SECONDS, {
    address: 200 * MIB_IN_KIB,
    caller: 4 * GIB_IN_KIB,
    everyone: GIB_IN_KIB,
  }),
  pages: { name: 'stored_pages', by: 'everyone', points: GIB_IN_KIB, seconds: DAY_SECONDS },
}

/** A point is about a millisecond: one for the call, one for every 16 KiB that are read, checked or written. */
const work: Cost = cost('work', MINUTE_SECONDS, { address: 3000, caller: 6000, everyone: 30_000 })

const BYTES_A_POINT = 16 * KIB

/** Disk space that the smallest change takes with all its rows and indexes, by `npm run torture -- attack`. */
const CHANGE_BYTES = 12 * KIB

export const costBudgets: readonly Budget[] = [storedKib, work].flatMap(Object.values<Budget>)

export const emailBudgets: readonly Budget[] = [
  { name: 'emails_address', by: 'address', points: 120, seconds: HOUR_SECONDS },
  { name: 'emails_anonymous', by: 'everyone', points: 2000, seconds: HOUR_SECONDS, leased: true },
]

export const EVERYONE = 'everyone'

export type Costs = {
  ip: string
  operator: string | null
  isPage: boolean
  bytes: number
  storedBytes: number
}

export const costsOf = (ip: string, operator: string | null, { isPage = false } = {}): Costs => ({
  ip,
  operator,
  isPage,
  bytes: 0,
  storedBytes: 0,
})

type Charged = { budget: Budget; meter: Meter; subject: string }

const chargedFor = (
  budgets: Budgets,
  { address, caller, everyone, pages }: Cost,
  { ip, operator, isPage }: Costs,
): Charged[] => {
  if (operator !== null) return [{ budget: caller, meter: budgets.meterOf(caller), subject: operator }]
  const wider = widerNetwork(ip)
  const shared = isPage ? pages : everyone
  return [
    { budget: address, meter: budgets.meterOf(address), subject: budgetAddress(ip) },
    ...(wider === null ? [] : [{ budget: address, meter: budgets.meterOfNetwork(address), subject: wider }]),
    ...(shared ? [{ budget: shared, meter: budgets.meterOf(shared), subject: EVERYONE }] : []),
  ]
}

const refuse = (budgets: Budgets, cost: Cost, whose: Costs): void => {
  if (!budgets.refuses) return
  for (const { budget, meter, subject } of chargedFor(budgets, cost, whose)) {
    const state: BudgetState = meter.state(subject)
    if (state.spent) refuseSpent(budget, state)
  }
}

export const refuseSpentWork = (budgets: Budgets, whose: Costs): void => refuse(budgets, work, whose)

export const refuseSpentStorage = (budgets: Budgets, whose: Costs): void => refuse(budgets, storedKib, whose)

export const noteStored = (whose: Costs, bytes: number): void => {
  whose.storedBytes += CHANGE_BYTES + bytes
}

export const chargeCosts = (budgets: Budgets, whose: Costs): void => {
  const points = 1 + Math.floor(whose.bytes / BYTES_A_POINT)
  for (const { meter, subject } of chargedFor(budgets, work, whose)) meter.charge(subject, points)
  if (whose.storedBytes === 0) return
  const kib = Math.ceil(whose.storedBytes / KIB)
  for (const { meter, subject } of chargedFor(budgets, storedKib, whose)) meter.charge(subject, kib)
}
