import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = [
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  new URL('./alike-contrast.mjs', import.meta.url),
]
  .map(file => `(() => {${readFileSync(file, 'utf8')}})()`)
  .join(';')

const EVERY_LOOK = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** The quick tier looks at a page once. */
const looks = () => (expect.getState().testPath?.includes('/deep/') ? EVERY_LOOK : EVERY_LOOK.slice(0, 1))

const WCAG_2_2_AA = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

type Run = { violations: Result[]; passed: number[] }

/** Looks of text, with all that lies behind it, whose contrast passed on any page. */
let passedLooks: number[] = []

/** To read axe takes longer than to run it, so a document reads it once. */
export const violations = async (page: Page, part = 'html'): Promise<Result[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const given = [part, WCAG_2_2_AA, passedLooks].map(one => JSON.stringify(one))
  const { violations: found, passed } = await page.evaluate<Run>(`runAxe(${given})`)
  passedLooks = passed
  return found
}

/** Nothing for axe to find, and nothing to scroll sideways, on a phone in the light and on a desktop in the dark. */
export const inspect = async (page: Page, name = page.url(), part = 'html'): Promise<void> => {
  for (const { width, colorScheme } of looks()) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    expect.soft(await violations(page, part), `${name}, ${width} px, ${colorScheme}`).toEqual([])
    expect.soft(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width)
  }
}

const fits = async (page: Page, name: string, width: number, letters = '100%'): Promise<void> => {
  await page.setViewportSize({ width, height: 844 })
  await page.evaluate(`document.documentElement.style.fontSize = '${letters}'`)
  expect
    .soft(await page.evaluate('document.documentElement.scrollWidth'), `${name}, ${width} px, ${letters}`)
    .toBeLessThanOrEqual(width)
}

const SIZES = [320, 390, 1280]

/** Nothing to scroll sideways on phones, also with letters twice as large, nor on a desktop. */
export const fitsAtAnySize = async (page: Page, name = page.url()): Promise<void> => {
  for (const width of SIZES) await fits(page, name, width)
  await fits(page, name, 390, '200%')
}

/** Both: what an inspection has measured is not measured again. */
export const inspectAtAnySize = async (page: Page, name = page.url()): Promise<void> => {
  await inspect(page, name)
  for (const width of SIZES) if (!looks().some(look => look.width === width)) await fits(page, name, width)
  await fits(page, name, 390, '200%')
}
