import type { Coverage } from './auto-states.ts'

export type PhysicalDamage = Exclude<Coverage, 'liability'>

// Average claim payment above a $500 deductible, ISO and III 2023.
const SEVERITY: Readonly<Record<PhysicalDamage, number>> = { collision: 5470, comprehensive: 2306 }
const LOSS_RATIO = 0.65

export const severityOf = (damage: PhysicalDamage, carEffect: number): number => SEVERITY[damage] * carEffect

/**
 * Expected yearly cost of the part of each loss below the limit, per dollar of premium at a $500 deductible.
 * Carriers pay out about 65% of that premium, which gives the frequency. We assume exponential loss sizes, so
 * the average payment above a deductible equals the average loss.
 */
export const lossBelow = (limit: number, severity: number): number =>
  LOSS_RATIO * Math.exp(500 / severity) * (1 - Math.exp(-limit / severity))
