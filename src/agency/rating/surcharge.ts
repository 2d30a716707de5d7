import { autoState } from './auto-states.ts'

export type Surcharge = {
  rate: number
  decay: readonly number[]
  /** Damage up to this amount carries no surcharge; 0 if we know of no rule. */
  freeUpTo: number
  rule?: string
}

export type Claim = { state: string; deductible: number; violationPoints: number }

const DECAY = [1, 1, 1, 0.5, 0.25, 0.25]
const YEARS: Readonly<Record<string, number>> = { MA: 6, NY: 4, VA: 5 }

const threshold = ({ state, deductible }: Claim): { freeUpTo: number; rule?: string } => {
  switch (state) {
    case 'CA':
      return {
        freeUpTo: 1000,
        rule: 'California only counts an at-fault accident with more than $1,000 of damage.',
      }
    case 'MA':
      return {
        freeUpTo: deductible + 1000,
        rule: 'Massachusetts only surcharges an at-fault claim that pays more than $1,000 above the deductible.',
      }
    case 'NC':
      return { freeUpTo: 2300, rule: 'North Carolina only surcharges at-fault damage above $2,300.' }
    case 'NY':
      return { freeUpTo: 2000, rule: 'New York only surcharges at-fault damage above $2,000.' }
    default:
      return { freeUpTo: 0 }
  }
}

/** Proposition 103 gives good drivers at least 20% off, so losing the discount raises the premium by a quarter. */
const GOOD_DRIVER_LOSS = 1 / 0.8

export const isCaliforniaGoodDriver = ({ state, violationPoints }: Claim): boolean =>
  state === 'CA' && violationPoints <= 1

const rateOf = (claim: Claim): number => {
  const { atFault } = autoState(claim.state)
  return claim.state === 'CA' && !isCaliforniaGoodDriver(claim)
    ? (1 + atFault) / GOOD_DRIVER_LOSS - 1
    : atFault
}

export const surchargeFor = (claim: Claim): Surcharge => ({
  rate: rateOf(claim),
  decay: DECAY.slice(0, YEARS[claim.state] ?? 3),
  ...threshold(claim),
})
