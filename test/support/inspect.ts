import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

// Legacy mode opens no second page to gather its findings; there are no frames to gather from.
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

const LOOKS = [
  { width: 390, colorScheme: 'light', look: (page: Page) => axe(page).withTags(WCAG_2_2_AA) },
  // In the dark only colours differ, and at this width what stands beside what.
  {
    width: 1280,
    colorScheme: 'dark',
    look: (page: Page) => axe(page).withRules(['color-contrast', 'target-size']),
  },
] as const

/** Nothing for axe to find, and nothing to scroll sideways, on a phone in the light and on a desktop in the dark. */
export const inspect = async (page: Page, name: string): Promise<void> => {
  for (const { width, colorScheme, look } of LOOKS) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    const { violations } = await look(page).analyze()
    expect.soft(violations, `${name}, ${width} px, ${colorScheme}`).toEqual([])
    expect.soft(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(width)
  }
}
