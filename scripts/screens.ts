import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { dashboardScreens, withMonth } from './dashboard-screens.ts'
import { portalScreens } from './portal-screens.ts'
import { umbrellaReviewScreens } from './umbrella-review-screens.ts'

/**
 * Pictures of the pages for the documents: `npx tsx scripts/screens.ts http://127.0.0.1:8080`, with the service
 * running. Where `pngquant` is installed (`apt install pngquant`), they take far less room.
 */
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

const WIDTHS = [390, 1280]
/** From the top, because what stays in view would cover what is behind it. */
const shoot = async (tab: Page, name: string) => {
  await tab.evaluate('scrollTo(0, 0)')
  await tab.screenshot({
    path: `${folder}${name}-${tab.viewportSize()?.width}.png`,
    fullPage: true,
  })
}

const shrink = (): void => {
  const pictures = readdirSync(folder).filter(name => name.endsWith('.png'))
  const { error } = spawnSync(
    'pngquant',
    ['64', '--force', '--strip', '--speed=1', '--ext=.png', '--', ...pictures],
    { cwd: folder },
  )
  if (error) console.error('pngquant is not installed: the pictures stay as large as they are.')
}

await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
for (const width of WIDTHS) {
  const tab = await browser.newPage({ viewport: { width, height: 800 } })
  for (const [name, path] of pages) {
    await tab.goto(`${service}${path}`)
    await shoot(tab, name)
  }
}
// The dashboard needs an operator with a month behind it, in a service whose clock is moved.
await withMonth(async operator => {
  for (const width of WIDTHS) {
    const tab = await browser.newPage({ viewport: { width, height: 800 } })
    await dashboardScreens(tab, name => shoot(tab, name), operator)
  }
})
// A person goes one way once: each page is taken in both widths on the way.
const onTheWay = {
  browser,
  service,
  async shoot(tab: Page, name: string) {
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 800 })
      await shoot(tab, name)
    }
  },
}
await portalScreens(onTheWay)
await umbrellaReviewScreens(onTheWay)
await browser.close()
shrink()
