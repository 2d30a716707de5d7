import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { contactSheet } from './contact-sheet.ts'
import { dashboardScreens, withMonth } from './dashboard-screens.ts'
import { agencyScreens } from './desk-screens.ts'
import { portalScreens } from './portal-screens.ts'
import { umbrellaReviewScreens } from './umbrella-review-screens.ts'

/**
 * Pictures of the pages for the documents: `npm run screens -- http://127.0.0.1:8080`, with the service
 * running. Where `pngquant` is installed (`apt install pngquant`), they take far less room. EVERY_SCREEN names a folder
 * for all of them: light and dark, in English and Spanish.
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

const onlyLookedAt: typeof pages = [
  ['privacy', '/privacy'],
  ['terms', '/terms'],
]

const WIDTHS = [390, 1280]

/** All of them, for a look at each: in a folder of its own, so that only the pictures above are kept. */
const every = process.env.EVERY_SCREEN ?? (await mkdtemp(join(tmpdir(), 'bindery-every-screen-')))

const LOOKS = [
  { look: 'dark', language: 'en', colorScheme: 'dark' },
  { look: 'es', language: 'es', colorScheme: 'light' },
  { look: 'es-dark', language: 'es', colorScheme: 'dark' },
  { look: 'light', language: 'en', colorScheme: 'light' },
] as const

const POLL = /\?poll=/

const speak = async (tab: Page, language: 'en' | 'es'): Promise<void> => {
  const [name, other] = language === 'es' ? ['Español', 'English'] : ['English', 'Español']
  const change = tab.getByRole('button', { name, exact: true })
  if ((await change.count()) === 0) return
  await change.click()
  await tab.getByRole('button', { name: other, exact: true }).waitFor()
}

/** From the top, because what stays in view would cover what is behind it. */
const picture = async (tab: Page, path: string): Promise<void> => {
  await tab.evaluate('scrollTo(0, 0)')
  await tab.screenshot({ path, fullPage: true })
}

const taken = new Map<string, string[]>()

const keep = (tab: Page, name: string): Promise<void> =>
  picture(tab, `${folder}${name}-${tab.viewportSize()?.width}.png`)

/** A page that answers a form, or exists in English only, is not taken in Spanish. */
const lookAt = async (tab: Page, name: string, { spanish = true } = {}): Promise<void> => {
  // A page that waits for somebody else moves on by itself, in the middle of a change of language.
  await tab.route(POLL, route => route.abort())
  for (const { look, language, colorScheme } of LOOKS) {
    if (language === 'es' && !spanish) continue
    await tab.emulateMedia({ colorScheme })
    if (spanish) await speak(tab, language)
    await picture(tab, join(every, `${name}-${look}-${tab.viewportSize()?.width}.png`))
    taken.set(look, [...(taken.get(look) ?? []), name])
  }
  await tab.unroute(POLL)
}

const sheetOf = (browser: Browser, look: string, title: string): Promise<void> =>
  contactSheet(
    browser,
    [...new Set(taken.get(look))].map(name => ({
      name,
      wide: join(every, `${name}-${look}-1280.png`),
      narrow: join(every, `${name}-${look}-390.png`),
    })),
    { path: `${folder}sheet-${look}.png`, title },
  )

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
    await keep(tab, name)
    await lookAt(tab, name)
  }
  for (const [name, path] of onlyLookedAt) {
    await tab.goto(`${service}${path}`)
    await lookAt(tab, name)
  }
}
// The dashboard needs an operator with a month behind it, in a service whose clock is moved.
await withMonth(async operator => {
  for (const width of WIDTHS) {
    const tab = await browser.newPage({ viewport: { width, height: 800 } })
    const shoot = async (name: string): Promise<void> => {
      await keep(tab, name)
      await lookAt(tab, name, { spanish: false })
    }
    await dashboardScreens(tab, shoot, operator)
  }
})
// A person goes one way once: each page is taken in both widths on the way.
const inBothWidths =
  (...takes: (typeof lookAt)[]) =>
  async (tab: Page, name: string, options?: { spanish: boolean }): Promise<void> => {
    for (const take of takes)
      for (const width of WIDTHS) {
        await tab.setViewportSize({ width, height: 800 })
        await take(tab, name, options)
      }
  }
const onTheWay = { browser, service, shoot: inBothWidths(keep, lookAt), look: inBothWidths(lookAt) }
await portalScreens(onTheWay)
await umbrellaReviewScreens(onTheWay)
await agencyScreens(onTheWay)
await sheetOf(browser, 'dark', 'Dark')
await sheetOf(browser, 'es', 'Spanish')
await browser.close()
shrink()
