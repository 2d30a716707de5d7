import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PRICE_EFFECTS } from './auto-plan.ts'
import { readTable } from './figures.ts'
import { notACar } from './not-a-car.ts'
import { along } from './plan.ts'
import { asOfYear } from './sources.ts'
import {
  findVehicle,
  segments,
  type Vehicle,
  type VehicleDescription,
  vehicleAge,
  vehicleDoubt,
  vehicleValue,
} from './vehicle.ts'

const mustFind = (description: VehicleDescription): Vehicle => {
  const vehicle = findVehicle(description)
  if (!vehicle) throw new Error(`no ${description.make} ${description.model}`)
  return vehicle
}

const found = (make: string, model: string, style?: string) =>
  findVehicle({ year: 2020, make, model, ...(style !== undefined && { style }) })

test.each([
  ['toyota', 'camry', 'Camry'],
  ['Ford', 'F-150 Lariat', 'F-150'],
  ['FORD', 'f150', 'F-150'],
  ['Chevy', 'Silverado', 'Silverado 1500'],
  ['Toyota', 'Corolla Cross XLE', 'Corolla Cross'],
  ['Ford', 'Mustang Mach-E', 'Mustang Mach-E'],
  ['Mazda', 'CX-50', 'CX-50'],
  ['Tesla', 'Model 3 Long Range', 'Model 3'],
  ['VW', 'ID.4', 'ID.4'],
  ['Lexus', 'RX 350', 'RX'],
])('%s %s is the %s', (make, model, expected) => {
  expect(found(make, model)).toMatchObject({ model: expected, basis: 'model' })
})

test('an unknown model falls back to its make, an unknown make to its body style, and nothing to a sedan', () => {
  expect(found('BMW', 'Isetta')).toMatchObject({ basis: 'make' })
  expect(found('Toyota', 'Unheard', 'pickup truck')).toMatchObject({ basis: 'make', segment: 'pickup' })
  expect(found('Nobody', 'Knows', 'SUV')).toMatchObject({ basis: 'segment', segment: 'suv' })
  expect(found('Nobody', 'Knows')).toBeUndefined()
})

test('the less a car is known, the wider the range', () => {
  const doubts = [found('Toyota', 'Camry'), found('BMW', 'Isetta'), found('Nobody', 'X', 'SUV')].map(
    vehicle => vehicle && vehicleDoubt(vehicle),
  )
  expect(doubts).toEqual([0, 0.12, 0.22])
})

test.each([
  'Ferrari',
  'Lamborghini',
  'McLaren',
  'Bentley',
  'Rolls-Royce',
  'Aston Martin',
  'Bugatti',
  'Koenigsegg',
  'Pagani',
  'Rimac',
])('a %s is exotic: costly, and in a wide range, whatever the model', make => {
  const exotic = found(make, 'Unheard Of')
  expect(exotic).toMatchObject({ segment: 'exotic' })
  expect(exotic?.listPrice).toBeGreaterThan(150_000)
  expect(exotic && vehicleDoubt(exotic)).toBe(0.35)
})

test.each([
  ['Ford', 'GT'],
  ['Acura', 'NSX Type S'],
  ['Mercedes-Benz', 'AMG GT 63'],
  ['Lexus', 'LFA'],
  ['Dodge', 'Viper'],
  ['BMW', 'i8'],
])('a %s %s is exotic, though its maker builds common cars', (make, model) => {
  expect(found(make, model)).toMatchObject({ segment: 'exotic', basis: 'model' })
})

const car = { year: 2020, make: 'Honda', model: 'Civic' }

test.each([
  [{ ...car, make: 'Harley-Davidson', model: 'Sportster' }, 'make'],
  [{ ...car, model: 'Gold Wing' }, 'make'],
  [{ ...car, make: 'BMW', model: 'R1250GS' }, 'make'],
  [{ ...car, model: 'Ruckus' }, 'make'],
  [{ ...car, model: 'Fury' }, 'make'],
  [{ ...car, model: 'PCX' }, 'make'],
  [{ ...car, make: 'BMW', model: 'C 400 GT' }, 'make'],
  [{ ...car, make: 'Suzuki', model: 'Burgman 400' }, 'make'],
  [{ ...car, make: 'Suzuki', model: 'Bandit 1250' }, 'make'],
  [{ ...car, style: 'motorcycle' }, 'style'],
  [{ ...car, make: 'Winnebago', model: 'View' }, 'make'],
  [{ ...car, style: 'travel trailer' }, 'style'],
  [{ ...car, make: 'Ford', model: 'Mustang', year: 1966 }, 'year'],
])('%j is not a car', (description, field) => {
  expect(notACar(description)).toMatchObject({ field })
})

test('cars of makes that also build motorcycles are cars', () => {
  for (const model of ['Civic', 'CR-V', 'HR-V', 'Pilot', 'Ridgeline', 'S2000', 'Fit', 'Prologue', 'Clarity'])
    expect(notACar({ ...car, model })).toBeUndefined()
  for (const model of ['330i', 'X5', 'M3', 'i4', 'Z4'])
    expect(notACar({ ...car, make: 'BMW', model })).toBeUndefined()
  for (const model of ['SX4', 'Grand Vitara', 'Kizashi', 'XL7', 'Swift'])
    expect(notACar({ ...car, make: 'Suzuki', model })).toBeUndefined()
})

/** The whole bill of a new car against that of the reference sedan, with the national split of coverages. */
const bill = (make: string, model: string): number => {
  const { liability, damage, listPrice } = mustFind({ year: asOfYear, make, model })
  return 0.485 * liability + 0.515 * damage * along(PRICE_EFFECTS, listPrice)
}

test('models differ as widely as rate studies find, on liability too', () => {
  const common = readTable('vehicles.csv').filter(
    row => row.text('segment') !== 'exotic' && row.number('list_price') < 60_000,
  )
  const bills = common.map(row => bill(row.text('make'), row.text('model')))
  expect(Math.min(...bills)).toBeLessThan(0.87)
  expect(Math.max(...bills)).toBeGreaterThan(1.28)
  expect(Math.max(...bills)).toBeLessThan(1.45)
  expect(new Set(common.map(row => row.number('liability'))).size).toBeGreaterThan(10)
})

test('the price of luxury counts: an S-Class costs half as much again as a sedan and more, a Ferrari at least twice as much', () => {
  expect(bill('Mercedes-Benz', 'S-Class')).toBeGreaterThan(1.6)
  expect(bill('Ferrari', 'Roma')).toBeGreaterThan(2.3)
  expect(bill('Porsche', '918 Spyder')).toBeGreaterThan(3)
})

test('a used car is worth its share of what a new one costs today, deflated once', () => {
  const camry = (age: number): number =>
    vehicleValue(mustFind({ year: asOfYear - age, make: 'Toyota', model: 'Camry' }))
  expect(camry(0)).toBe(30_000)
  expect(camry(5) / 30_000).toBeCloseTo(0.61, 3)
  expect(camry(6)).toBeGreaterThan(15_500)
  expect(camry(6)).toBeLessThan(17_500)
})

test('every listed model has a known segment and finds itself', () => {
  for (const row of readTable('vehicles.csv')) {
    expect(segments).toContain(row.text('segment'))
    expect(found(row.text('make'), row.text('model'))).toMatchObject({ model: row.text('model') })
  }
})

const anyVehicle = fc.record({
  year: fc.integer({ min: 1960, max: 2027 }),
  make: fc.constantFrom('Toyota', 'Ford', 'Tesla', 'BMW', 'Porsche', 'Honda', 'Ram', 'Ferrari'),
  model: fc.constantFrom('Camry', 'F-150', 'Model 3', 'X5', '911', 'Odyssey', '1500', 'Knows'),
})

test('a car loses value every year until its floor, and never gains', () => {
  fc.assert(
    fc.property(anyVehicle, fc.integer({ min: 0, max: 15 }), (description, ahead) => {
      const vehicle = mustFind(description)
      const [now, next] = [vehicleValue(vehicle, ahead), vehicleValue(vehicle, ahead + 1)]
      expect(next).toBeLessThanOrEqual(now)
      expect(next).toBeGreaterThanOrEqual(1500)
    }),
  )
})

test('of two cars of one model the older is never worth more', () => {
  fc.assert(
    fc.property(anyVehicle, description => {
      const older = mustFind({ ...description, year: description.year - 1 })
      expect(vehicleValue(older)).toBeLessThanOrEqual(vehicleValue(mustFind(description)))
    }),
  )
})

test('age counts from the date of the tables', () => {
  expect(vehicleAge({ year: asOfYear - 3 })).toBe(3)
  expect(vehicleAge({ year: asOfYear + 1 })).toBe(0)
})
