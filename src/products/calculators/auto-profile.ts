import type { AutoFacts } from '../../agency/rating/auto-plan.ts'
import { mayRateByAge, mayRateByCredit, mayRateByGender } from '../../agency/rating/plan.ts'
import { type PublishedSource, sources } from '../../agency/rating/sources.ts'
import { type Vehicle, vehicleAge } from '../../agency/rating/vehicle.ts'
import type { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { fiveDigits, invalid, knownState, knownTerritory } from './place.ts'
import { say } from './say.ts'
import { vehicleAssumptions, vehicleOf } from './vehicle-of-request.ts'

export type AutoProfile = {
  inputs: AutoInputs
  facts: AutoFacts
  vehicle: Vehicle
  assumptions: string[]
}

type Place = { state: string; level: number }

const placeOf = ({ state, zip }: AutoCalculatorRequest['driver']): Place => {
  if (zip === undefined) {
    const given =
      state ??
      invalid({
        path: 'driver',
        code: 'state_or_zip_required',
        expected: 'a state or a five-digit ZIP code',
      })
    return { state: given, level: 1 }
  }
  const territory = knownTerritory(zip, 'driver.zip')
  return state === undefined || state === territory.state
    ? { state: territory.state, level: territory.autoLevel }
    : invalid({
        path: 'driver.zip',
        code: 'zip_not_in_state',
        facts: { actual: territory.state, state },
        expected: `a ZIP code in ${state}, or no state`,
      })
}

const STANDARD = { collision_deductible: 1000, comprehensive_deductible: 1000 } as const

const inputsOf = (
  { driver, vehicle, coverage, history }: AutoCalculatorRequest,
  { state }: Place,
): AutoInputs => ({
  driver: {
    age: driver.age ?? 35,
    gender: driver.gender ?? 'N',
    state,
    ...(driver.zip !== undefined && { zip: driver.zip }),
  },
  ...(vehicle && { vehicle }),
  coverage: {
    collision_deductible: Math.round(coverage?.collision_deductible ?? STANDARD.collision_deductible),
    comprehensive_deductible: Math.round(
      coverage?.comprehensive_deductible ?? STANDARD.comprehensive_deductible,
    ),
  },
  history: {
    at_fault_accidents: history?.at_fault_accidents ?? 0,
    moving_violations: history?.moving_violations ?? 0,
  },
})

const percentOff = (level: number): string => {
  const percent = Math.round((level - 1) * 100)
  if (percent === 0) return say('the same as')
  return percent > 0 ? say('{percent}% above', { percent }) : say('{percent}% below', { percent: -percent })
}

const unlessGiven = (answer: unknown, assumption: string): string[] =>
  answer === undefined ? [assumption] : []

const driverAssumptions = ({ driver }: AutoCalculatorRequest, { state, level }: Place): string[] => [
  ...(mayRateByAge(state)
    ? unlessGiven(driver.age, 'No age given: we assumed a 35-year-old driver.')
    : [say("Carriers can't use age in {state}.", { state })]),
  ...(mayRateByGender(state)
    ? unlessGiven(driver.gender, 'No gender given: priced halfway between men and women.')
    : [say("Carriers can't use gender in {state}.", { state })]),
  mayRateByCredit(state)
    ? 'We assumed good credit.'
    : say("Carriers can't use credit in {state}.", { state }),
  driver.zip === undefined
    ? 'No ZIP code given: prices are for the state as a whole.'
    : say(
        'We estimate prices around {zip} at {compared} the {state} average, based on how dense the area is and on studies of large cities.',
        { zip: driver.zip, compared: percentOff(level), state },
      ),
]

const coverageAssumptions = ({ vehicle, coverage, history }: AutoCalculatorRequest): string[] => [
  ...(coverage && !vehicle
    ? ['Without a vehicle, the deductibles change no premium: every premium is for deductibles of $1,000.']
    : []),
  ...(coverage?.collision_deductible === undefined
    ? ['No collision deductible given: we assumed $1,000.']
    : []),
  ...(coverage?.comprehensive_deductible === undefined
    ? ['No comprehensive deductible given: we assumed $1,000.']
    : []),
  ...(history?.at_fault_accidents === undefined
    ? ['No at-fault accidents given: we assumed none in the last three years.']
    : []),
  ...(history?.moving_violations === undefined
    ? ['No moving violations given: we assumed none in the last three years.']
    : []),
  'Liability limits are 100/300/100.',
]

const inPlainForm = ({ driver, ...request }: AutoCalculatorRequest): AutoCalculatorRequest => ({
  ...request,
  driver: {
    ...driver,
    ...(driver.zip !== undefined && { zip: fiveDigits(driver.zip) }),
    ...(driver.state !== undefined && { state: knownState(driver.state, 'driver.state') }),
  },
})

export const autoProfile = (sent: AutoCalculatorRequest): AutoProfile => {
  const request = inPlainForm(sent)
  const place = placeOf(request.driver)
  const inputs = inputsOf(request, place)
  const vehicle = vehicleOf(request)
  return {
    inputs,
    vehicle,
    facts: {
      age: inputs.driver.age,
      gender: inputs.driver.gender,
      territory: place.level,
      vehicle_price: vehicle.listPrice,
      vehicle_liability: vehicle.liability,
      vehicle_damage: vehicle.damage,
      vehicle_age: vehicleAge(vehicle),
      ...(request.vehicle ? inputs.coverage : STANDARD),
    },
    assumptions: [
      ...driverAssumptions(request, place),
      ...vehicleAssumptions(vehicle),
      ...coverageAssumptions(request),
    ],
  }
}

export const autoSources: readonly PublishedSource[] = [
  sources.bankrateAuto,
  sources.insuranceComAuto,
  sources.valuePenguin,
  sources.nerdWallet,
  sources.atFaultByState,
  sources.vehicleTable,
  sources.vehicleLosses,
  sources.autoCities,
  sources.geoNames,
  sources.judgment,
]
