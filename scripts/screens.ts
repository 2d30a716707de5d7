import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../test/support/browser.ts'

/** Pictures of the pages for the documents: `npx tsx scripts/screens.ts http://127.0.0.1:8080`, with the service running. */
const [service = 'http://127.0.0.1:8080'] = process.argv.slice(2)
const folder = fileURLToPath(new URL('../docs/screens/', import.meta.url))

const auto = 'driver.zip=94110&driver.age=34&vehicle.year=2019&vehicle.make=Toyota&vehicle.model=Camry'
const pages: [name: string, path: string][] = [
  ['start', '/'],
  ['calculators', '/calculators'],
  ['auto-estimates', `/calculators/auto-estimates?${auto}`],
  ['file-a-claim', `/calculators/file-a-claim?${auto}&repair_estimate=4200`],
  ['umbrella', '/calculators/umbrella?zip=60601&desired_coverage_limit=2000000'],
]

await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
for (const width of [390, 1280]) {
  const tab = await browser.newPage({ viewport: { width, height: 800 } })
  for (const [name, path] of pages) {
    await tab.goto(`${service}${path}`)
    await tab.screenshot({ path: `${folder}${name}-${width}.jpg`, fullPage: true, type: 'jpeg', quality: 60 })
  }
}
await browser.close()
