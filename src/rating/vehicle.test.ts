import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from './figures.ts'
import { asOfYear } from './sources.ts'
import { findVehicle, segments, vehicleAge, vehicleValue } from './vehicle.ts'

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

test('an unknown model falls back to its make, then to its style, then to the fleet', () => {
  expect(found('BMW', 'Isetta')).toMatchObject({ basis: 'make', segment: 'luxury_sedan' })
  expect(found('Toyota', 'Unheard', 'pickup truck')).toMatchObject({ basis: 'make', segment: 'pickup' })
  expect(found('Nobody', 'Knows', 'SUV')).toMatchObject({ basis: 'segment', segment: 'suv' })
  expect(found('Nobody', 'Knows')).toMatchObject({ basis: 'fleet', listPrice: 36_000 })
})

test('every listed model has a known segment and finds itself', () => {
  for (const row of readTable('vehicles.csv')) {
    expect(segments).toContain(row.text('segment'))
    expect(found(row.text('make'), row.text('model')).model).toBe(row.text('model'))
  }
})

const anyVehicle = fc.record({
  year: fc.integer({ min: 1960, max: 2027 }),
  make: fc.constantFrom('Toyota', 'Ford', 'Tesla', 'BMW', 'Porsche', 'Honda', 'Ram', 'Nobody'),
  model: fc.constantFrom('Camry', 'F-150', 'Model 3', 'X5', '911', 'Odyssey', '1500', 'Knows'),
})

test('a car loses value every year until its floor, and never gains', () => {
  fc.assert(
    fc.property(anyVehicle, fc.integer({ min: 0, max: 15 }), (description, ahead) => {
      const vehicle = findVehicle(description)
      const [now, next] = [vehicleValue(vehicle, ahead), vehicleValue(vehicle, ahead + 1)]
      expect(next).toBeLessThanOrEqual(now)
      expect(next).toBeGreaterThanOrEqual(1500)
    }),
  )
})

test('of two cars of one model the older is never worth more', () => {
  fc.assert(
    fc.property(anyVehicle, description => {
      const older = findVehicle({ ...description, year: description.year - 1 })
      expect(vehicleValue(older)).toBeLessThanOrEqual(vehicleValue(findVehicle(description)))
    }),
  )
})

test('age counts from the date of the tables', () => {
  expect(vehicleAge({ year: asOfYear - 3 })).toBe(3)
  expect(vehicleAge({ year: asOfYear + 1 })).toBe(0)
})
