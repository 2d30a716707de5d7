import { usd } from '../line/fields/money.ts'
import { referenceRisk } from '../rating/auto-plan.ts'
import { notACar } from '../rating/not-a-car.ts'
import { asOfYear } from '../rating/sources.ts'
import { findVehicle, type Vehicle } from '../rating/vehicle.ts'
import type { AutoCalculatorRequest } from './auto-request.ts'
import { invalid } from './place.ts'

const STANDARD_CAR: Vehicle = {
  year: asOfYear,
  make: '',
  model: '',
  segment: 'sedan',
  listPrice: referenceRisk.vehicle_price,
  liability: referenceRisk.vehicle_liability,
  damage: referenceRisk.vehicle_damage,
  basis: 'reference',
}

const A_CAR = 'a car, SUV, pickup or van that is less than 30 years old'

export const vehicleOf = ({ vehicle }: AutoCalculatorRequest): Vehicle => {
  if (!vehicle) return STANDARD_CAR
  const other = notACar(vehicle)
  if (other)
    return invalid({
      path: `vehicle.${other.field}`,
      code: 'not_a_car',
      facts: { kind: other.is },
      expected: A_CAR,
    })
  return (
    findVehicle(vehicle) ??
    invalid({
      path: 'vehicle.make',
      code: 'unknown_make',
      expected: 'a make sold in the United States, or a body style as well, such as SUV',
    })
  )
}

const KINDS: Readonly<Record<Vehicle['segment'], string>> = {
  sedan: 'sedan',
  hatchback: 'hatchback',
  suv: 'SUV',
  pickup: 'pickup',
  van: 'van',
  coupe: 'coupe',
  luxury_sedan: 'luxury sedan',
  luxury_suv: 'luxury SUV',
  ev: 'electric car',
  exotic: 'exotic car',
}

const understoodAs = ({ basis, segment, listPrice, make, model }: Vehicle): string => {
  const priced = `about ${usd(listPrice)} new`
  switch (basis) {
    case 'model':
      return `Priced as a ${make} ${model} (${KINDS[segment]}), ${priced} in its base trim.`
    case 'make':
      return `We don't have the ${make} ${model}. We used the average of similar cars by ${make}, ${priced}, and widened the range.`
    case 'segment':
      return `We don't know ${make}. We used the average ${KINDS[segment]}, ${priced}, and widened the range.`
    case 'reference':
      return `No vehicle given: we assumed a new mid-size sedan, ${priced}.`
  }
}

export const vehicleAssumptions = (vehicle: Vehicle): string[] => [
  understoodAs(vehicle),
  ...(vehicle.segment === 'exotic' ? ['Exotic cars are insured one by one, so the range is wide.'] : []),
  ...(vehicle.year > asOfYear ? [`A ${vehicle.year} model is priced as new.`] : []),
]
