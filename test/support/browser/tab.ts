import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Visitor } from '../people/visitor.ts'

export type Tab = { context: BrowserContext; page: Page; complaints: string[] }

/** A tab, and what its console complains about: a violation of the content security policy is a complaint. */
export const newTab = async (context: BrowserContext, expected = /(?!)/): Promise<Tab> => {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (!['error', 'warning'].includes(message.type()) || expected.test(message.text())) return
    complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  return { context, page, complaints }
}

/** One tab for a whole file: a browser of its own would cost most tests more than the test. Each gets it as if it were new. */
export const sharedTab = (browser: () => Browser, options: BrowserContextOptions = {}, expected?: RegExp) => {
  let tab: Tab | undefined
  return async (): Promise<Tab> => {
    tab ??= await newTab(await browser().newContext(options), expected)
    const { context, page } = tab
    // A page that polls would go on by itself in the middle of the next test.
    await page.goto('about:blank')
    await context.clearCookies()
    await page.unrouteAll()
    await page.setViewportSize(options.viewport ?? { width: 1280, height: 720 })
    await page.emulateMedia({ media: null, colorScheme: null })
    tab.complaints.length = 0
    return tab
  }
}

/** The session that somebody without a screen was given is this browser's from now on. */
export const goOnAs = ({ jar }: Visitor, context: BrowserContext): Promise<void> =>
  context.addCookies(
    [...jar].map(([name, value]) => ({
      name,
      value,
      domain: '127.0.0.1',
      path: '/',
      secure: true,
      httpOnly: true,
    })),
  )
