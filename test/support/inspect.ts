import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

const WCAG_2_2_AA = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/** To read axe takes longer than to run it, so a document reads it once. */
const violations = async (page: Page, part: string): Promise<Result[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const run = `axe.run(${JSON.stringify(part)}, ${JSON.stringify(WCAG_2_2_AA)})`
  return page.evaluate(`${run}.then(({ violations }) => violations)`)
}

/** Nothing for axe to find, and nothing to scroll sideways, on a phone in the light and on a desktop in the dark. */
export const inspect = async (page: Page, name = page.url(), part = 'html'): Promise<void> => {
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    expect.soft(await violations(page, part), `${name}, ${width} px, ${colorScheme}`).toEqual([])
    expect.soft(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width)
  }
}
