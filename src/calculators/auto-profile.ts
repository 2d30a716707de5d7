import { usd } from '../line/fields/money.ts'
import { type AutoFacts, referenceVehicle } from '../rating/auto-plan.ts'
import { asOfYear, type Source, sources } from '../rating/sources.ts'
import { mayRateByAge, mayRateByCredit, mayRateByGender } from '../rating/state-rules.ts'
import { findVehicle, type Vehicle, vehicleAge } from '../rating/vehicle.ts'
import type { AutoCalculatorRequest, AutoInputs } from './auto-request.ts'
import { invalid, knownTerritory } from './place.ts'

/** What the three car calculators start from. */
export type AutoProfile = {
  inputs: AutoInputs
  facts: AutoFacts
  vehicle: Vehicle
  assumptions: string[]
}

const STANDARD_CAR: Vehicle = {
  year: asOfYear,
  make: '',
  model: '',
  segment: referenceVehicle.vehicle_segment,
  listPrice: referenceVehicle.vehicle_price,
  basis: 'fleet',
}

const stateOf = ({ state, zip }: AutoCalculatorRequest['driver']): string => {
  if (zip === undefined) {
    return (
      state ??
      invalid({
        path: 'driver',
        code: 'state_or_zip_required',
        expected: 'a two-letter state or a five-digit ZIP',
      })
    )
  }
  const territory = knownTerritory(zip, 'driver.zip')
  return state === undefined || state === territory.state
    ? territory.state
    : invalid({
        path: 'driver.zip',
        code: 'zip_not_in_state',
        facts: { actual: territory.state, state },
        expected: `a ZIP in ${state}, or no state`,
      })
}

const inputsOf = ({ driver, vehicle, coverage, history }: AutoCalculatorRequest): AutoInputs => ({
  driver: {
    age: driver.age ?? 35,
    gender: driver.gender ?? 'N',
    state: stateOf(driver),
    ...(driver.zip !== undefined && { zip: driver.zip }),
  },
  ...(vehicle && { vehicle }),
  coverage: {
    collision_deductible: Math.round(coverage?.collision_deductible ?? 1000),
    comprehensive_deductible: Math.round(coverage?.comprehensive_deductible ?? 1000),
  },
  history: {
    at_fault_accidents: history?.at_fault_accidents ?? 0,
    moving_violations: history?.moving_violations ?? 0,
  },
})

const driverAssumptions = ({ driver }: AutoCalculatorRequest, state: string): string[] => [
  ...(mayRateByAge(state)
    ? driver.age === undefined
      ? ['No age was given: a driver of 35.']
      : []
    : [`Age is not used in ${state}.`]),
  ...(mayRateByGender(state)
    ? driver.gender === undefined
      ? ['No gender was given: rated between men and women.']
      : []
    : [`Gender is not used in ${state}.`]),
  mayRateByCredit(state) ? 'Good credit is assumed.' : `Credit is not used in ${state}.`,
  driver.zip === undefined
    ? 'No ZIP was given: prices are for the state as a whole.'
    : 'The ZIP places the driver in the state; prices inside a state are not told apart, the bands cover them.',
]

const describe = ({ basis, segment, listPrice, make, model }: Vehicle): string[] => {
  const priced = `about ${usd(listPrice)} new`
  const kind = segment.replace('_', ' ')
  switch (basis) {
    case 'model':
      return [`Priced as a ${make} ${model}, ${kind}, ${priced} in its base trim.`]
    case 'make':
      return [
        `The model ${model} is not in our table: the average of similar cars by ${make} stands in, ${priced}.`,
      ]
    case 'segment':
      return [`${make} ${model} is not in our table: the average ${kind} stands in, ${priced}.`]
    case 'fleet':
      return [`${make} ${model} is not in our table: the average new car stands in, ${priced}.`]
  }
}

const vehicleAssumptions = (given: boolean, vehicle: Vehicle): string[] => {
  if (!given) return [`No vehicle was given: a mainstream car, ${usd(vehicle.listPrice)} new.`]
  const future = vehicle.year > asOfYear ? [`A model of ${vehicle.year} counts as new.`] : []
  return [...describe(vehicle), ...future]
}

const coverageAssumptions = ({ coverage, history }: AutoCalculatorRequest): string[] => [
  ...(coverage?.collision_deductible === undefined ? ['No collision deductible was given: $1,000.'] : []),
  ...(coverage?.comprehensive_deductible === undefined
    ? ['No comprehensive deductible was given: $1,000.']
    : []),
  ...(history?.at_fault_accidents === undefined ? ['No at-fault accidents in the last three years.'] : []),
  ...(history?.moving_violations === undefined ? ['No moving violations in the last three years.'] : []),
  'Liability limits are 100/300/100.',
]

export const autoProfile = (request: AutoCalculatorRequest): AutoProfile => {
  const inputs = inputsOf(request)
  const vehicle = request.vehicle ? findVehicle(request.vehicle) : STANDARD_CAR
  return {
    inputs,
    vehicle,
    facts: {
      age: inputs.driver.age,
      gender: inputs.driver.gender,
      vehicle_price: vehicle.listPrice,
      vehicle_segment: vehicle.segment,
      vehicle_age: vehicleAge(vehicle),
      ...inputs.coverage,
    },
    assumptions: [
      ...driverAssumptions(request, inputs.driver.state),
      ...vehicleAssumptions(request.vehicle !== undefined, vehicle),
      ...coverageAssumptions(request),
    ],
  }
}

export const autoSources: readonly Source[] = [
  sources.bankrateAuto,
  sources.insuranceComAuto,
  sources.valuePenguin,
  sources.nerdWallet,
  sources.atFaultByState,
  sources.vehicleTable,
  sources.geoNames,
  sources.judgement,
]
