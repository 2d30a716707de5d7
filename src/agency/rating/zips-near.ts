import { eachZip } from './territory.ts'

const EARTH_RADIUS_MILES = 3958.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

type Point = { latitude: number; longitude: number }

export const milesBetween = (a: Point, b: Point): number => {
  const halfLatitude = radians(b.latitude - a.latitude) / 2
  const halfLongitude = radians(b.longitude - a.longitude) / 2
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(halfLongitude) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(Math.sin(halfLatitude) ** 2 + across))
}

/** ZIP codes whose center lies in the circle. A ZIP code at the edge may reach into it with its center outside. */
export const zipsNear = (center: Point, miles: number): string[] =>
  eachZip().flatMap(({ zip, ...point }) => (milesBetween(center, point) <= miles ? [zip] : []))
