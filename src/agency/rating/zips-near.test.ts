import { expect, test } from 'vitest'
import { milesBetween, zipsNear } from '../../doors/desk/stops/read-stop.ts'
import { territoryOf } from './territory.ts'

const miami = { latitude: 25.779, longitude: -80.199 }

test('a circle holds the ZIP codes whose center is in it, and no others', () => {
  const near = zipsNear(miami, 25)
  expect(near).toContain('33131')
  expect(near).not.toContain('33401')
  expect(near).not.toContain('32801')
  for (const zip of near) {
    const place = territoryOf(zip)
    expect(place && milesBetween(miami, place)).toBeLessThanOrEqual(25)
  }
  expect(zipsNear(miami, 80)).toEqual(expect.arrayContaining([...near, '33401']))
})

test('New York and Los Angeles are 2,445 miles apart', () => {
  const newYork = { latitude: 40.7128, longitude: -74.006 }
  const losAngeles = { latitude: 34.0522, longitude: -118.2437 }
  expect(Math.round(milesBetween(newYork, losAngeles))).toBe(2446)
})
