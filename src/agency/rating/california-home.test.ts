import { expect, test } from 'vitest'
import { milesBetween } from '../../doors/desk/stops/read-stop.ts'
import { californiaHome, californiaZips } from './california-home.ts'
import { territoryOf } from './territory.ts'

test('the same home costs nearly the same across a county line, wildfire aside', () => {
  const zips = californiaZips().flatMap(zip => {
    const [place, home] = [territoryOf(zip), californiaHome(zip)]
    return place && home?.figuresOf === zip
      ? [{ ...place, cost: home.rebuildPerSqft ** 0.85 * home.countyLevel }]
      : []
  })
  let pairs = 0
  for (const a of zips) {
    for (const b of zips) {
      const near = Math.abs(a.latitude - b.latitude) < 0.06 && Math.abs(a.longitude - b.longitude) < 0.07
      if (a.county >= b.county || !near || milesBetween(a, b) > 3.5) continue
      pairs++
      const apart = Math.max(a.cost / b.cost, b.cost / a.cost)
      if (apart > 1.12) throw new Error(`${a.zip} and ${b.zip} differ by a cliff: ${apart}`)
    }
  }
  expect(pairs).toBeGreaterThan(20)
})
