import { expect, test } from 'vitest'
import type { App } from '../../app.ts'
import type { DocumentRequest, DocumentRow } from '../../http/pages/document.ts'
import { collisionAndComprehensiveCoveragePage } from './collision-and-comprehensive-coverage-page.ts'
import { umbrellaPage } from './umbrella-page.ts'

const app = { config: { publicUrl: 'https://service.example' } } as App

const open = async ({ respond }: DocumentRow<App>, query: Record<string, string>): Promise<string> =>
  String((await respond(app, { query, nonce: 'x' } as unknown as DocumentRequest)).body)

const camry = {
  'driver.zip': '94110',
  'driver.age': '34',
  'vehicle.year': '2019',
  'vehicle.make': 'Toyota',
  'vehicle.model': 'Camry',
}

const dollars = (text: string): number => Number(text.replaceAll(/[$,]/g, ''))

test('the advice to keep a coverage that costs more on average comes with the loss it protects from', async () => {
  const text = await open(collisionAndComprehensiveCoveragePage, camry)
  expect(text).toContain('Keep both coverages')
  expect(text).toMatch(
    /On average, going without costs least, .* losing the car this year would cost you \$[\d,]+/,
  )
  const totals = text.slice(text.indexOf('id="totals-title"'))
  const rows = [...totals.matchAll(/<tr><th scope="row">Year \d+<\/th>(.*?)<\/tr>/gs)].map(([, cells]) =>
    [...String(cells).matchAll(/>(\$[\d,]+)</g)].map(([, cell]) => dollars(String(cell))),
  )
  expect(rows).toHaveLength(10)
  for (const [none = 0, collision = 0, both = 0, lost = 0] of rows) {
    expect(none).toBeLessThan(Math.min(collision, both))
    expect(lost).toBeGreaterThan(Math.max(collision, both))
  }
})

test('the mark of the break-even stands in the year that the words name', async () => {
  const text = await open(collisionAndComprehensiveCoveragePage, camry)
  const [, year] = /By the end of year (\d+), the coverages have cost more/.exec(text) ?? []
  expect(text).toContain(`Break-even: in year ${year}`)
  const [, at] = /<line class="mark" x1="([\d.]+)%"/.exec(text) ?? []
  const ticks = [...text.matchAll(/<text class="soft" x="([\d.]+)%" [^>]*>(\d+)<\/text>/g)]
  const place = (tick: number) => Number(ticks.find(([, , name]) => Number(name) === tick)?.[1])
  expect(Number(at)).toBeGreaterThan(place(Number(year) - 1))
  expect(Number(at)).toBeLessThanOrEqual(place(Number(year)))
})

test('a result says how to get real quotes, and leads on with what was entered', async () => {
  const car = await open(collisionAndComprehensiveCoveragePage, camry)
  expect(car).toContain('Want real quotes?')
  const carried = new URLSearchParams(camry).toString().replaceAll('&', '&amp;')
  expect(car).toContain(`href="/calculators/auto-estimates?${carried}"`)
  const umbrella = await open(umbrellaPage, { zip: '60601' })
  expect(umbrella).toContain('href="/calculators/auto-estimates?driver.zip=60601"')
  expect(umbrella).toContain('href="/calculators/home"')
})
