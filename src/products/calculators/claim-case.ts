import { marketPremium } from '../../agency/rating/auto-carriers.ts'
import { cleanPremiums, totalPremium } from '../../agency/rating/auto-plan.ts'
import { type Claim, type Surcharge, surchargeFor } from '../../agency/rating/surcharge.ts'
import { vehicleValue } from '../../agency/rating/vehicle.ts'
import type { AutoProfile } from './auto-profile.ts'

const INTEREST = 1.03
const TOTAL_LOSS = 0.75

/** An at-fault repair and what it does to the premium. Amounts are whole dollars. */
export type ClaimCase = {
  claim: Claim
  annualPremium: number
  repair: number
  carValue: number
  surcharge: Surcharge
  /** What the surcharge adds in each later year, in today's dollars. */
  byYear: readonly number[]
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

export const surchargeTotal = ({ byYear }: ClaimCase): number => sum(byYear)
export const isTotalLoss = ({ repair, carValue }: ClaimCase): boolean => repair > TOTAL_LOSS * carValue
export const outOfPocket = ({ repair, carValue }: ClaimCase): number => Math.min(repair, carValue)

export const claimCase = ({ inputs, facts, vehicle }: AutoProfile, repair: number): ClaimCase => {
  const { state } = inputs.driver
  const { at_fault_accidents, moving_violations } = inputs.history
  const claim = {
    state,
    deductible: inputs.coverage.collision_deductible,
    violationPoints: at_fault_accidents + moving_violations,
  }
  const surcharge = surchargeFor(claim)
  const clean_premium = totalPremium(cleanPremiums(state, facts))
  const annualPremium = marketPremium(state, { clean_premium, ...inputs.history }).price
  return {
    claim,
    annualPremium,
    repair,
    carValue: inputs.vehicle ? vehicleValue(vehicle) : Number.POSITIVE_INFINITY,
    surcharge,
    byYear: surcharge.decay.map((part, year) =>
      Math.round((annualPremium * surcharge.rate * part) / INTEREST ** year),
    ),
  }
}

/**
 * The repair cost above which filing costs less. It equals the deductible where damage up to `freeUpTo` carries
 * no surcharge, or where the surcharge is too small for the break-even to exceed `freeUpTo`. Null when the car
 * is worth no more than the break-even.
 */
export const breakevenRepairCost = (found: ClaimCase): number | null => {
  const { deductible } = found.claim
  const { freeUpTo } = found.surcharge
  const costlyAbove = deductible + surchargeTotal(found)
  const free = freeUpTo > deductible && (found.repair <= freeUpTo || costlyAbove <= freeUpTo + 1)
  const turnsAt = free ? deductible : costlyAbove
  return turnsAt < found.carValue ? turnsAt : null
}

/** Carriers settle a total loss at the value of the car. */
export const filing = (found: ClaimCase) => {
  const { claim, repair, carValue, surcharge, byYear } = found
  const surcharged = repair > surcharge.freeUpTo
  const borne = Math.min(claim.deductible, outOfPocket(found))
  const settled = isTotalLoss(found) ? carValue : repair
  const total = surcharged ? sum(byYear) : 0
  return {
    deductible: borne,
    insurer_pays: Math.max(0, settled - claim.deductible),
    premium_impact: {
      surcharge_pct: surcharged ? Math.round(surcharge.rate * 1000) / 10 : 0,
      years: surcharged ? byYear.length : 0,
      total,
      by_year: surcharged ? [...byYear] : [],
    },
    long_run_cost: borne + total,
  }
}
