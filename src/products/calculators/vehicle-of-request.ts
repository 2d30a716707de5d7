import { referenceRisk } from '../../agency/rating/auto-plan.ts'
import { notACar } from '../../agency/rating/not-a-car.ts'
import { asOfYear } from '../../agency/rating/sources.ts'
import { findVehicle, type Vehicle } from '../../agency/rating/vehicle.ts'
import { usd } from '../../platform/values/money.ts'
import type { AutoCalculatorRequest } from './auto-request.ts'
import { invalid } from './place.ts'
import { say } from './say.ts'

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
      expected: 'a make sold in the United States, or any make with a body style, such as SUV',
    })
  )
}

const KINDS = {
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
} as const satisfies Record<Vehicle['segment'], string>

const understoodAs = ({ basis, segment, listPrice, make, model }: Vehicle): string => {
  const facts = { make, model, kind: say(KINDS[segment]), price: usd(listPrice) }
  switch (basis) {
    case 'model':
      return say('Priced as a {make} {model} ({kind}), about {price} new in its base trim.', facts)
    case 'make':
      return say(
        "We don't have the {make} {model}. We used the average of similar cars by {make}, about {price} new, and widened the range.",
        facts,
      )
    case 'segment':
      return say(
        "We don't know {make}. We used the average {kind}, about {price} new, and widened the range.",
        facts,
      )
    case 'reference':
      return say('No vehicle given: we assumed a new mid-size sedan, about {price} new.', facts)
  }
}

export const vehicleAssumptions = (vehicle: Vehicle): string[] => [
  understoodAs(vehicle),
  ...(vehicle.segment === 'exotic'
    ? ['Exotic cars are underwritten individually, so the range is wide.']
    : []),
  ...(vehicle.year > asOfYear ? [say('A {year} model is priced as new.', { year: vehicle.year })] : []),
]
