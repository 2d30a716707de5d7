import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspectAtAnySize } from '../support/browser/inspect.ts'
import { sharedTab, type Tab } from '../support/browser/tab.ts'
import { type Answer, call, getKey, newEmail } from '../support/people/client.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

type View = [name: string, url: () => string]

describe('the pages', () => {
  let browser: Browser
  /** Nobody has got email here. */
  let fresh: TestService
  let used: TestService
  beforeAll(async () => {
    ;[browser, fresh, used] = await Promise.all([launchBrowser(), startTestService(), startTestService()])
    await getKey(used.url, newEmail())
  })
  afterAll(() => Promise.all([browser.close(), fresh.stop(), used.stop()]))

  const aTab = sharedTab(() => browser)

  const open = async (url: string): Promise<Tab> => {
    const tab = await aTab()
    await tab.page.goto(url)
    return tab
  }

  /** Pages share most of their links. */
  const answers = new Map<string, Promise<Answer>>()
  const answerOf = (link: string): Promise<Answer> => {
    const { href } = Object.assign(new URL(link), { hash: '' })
    const answer = answers.get(href) ?? call(href)
    answers.set(href, answer)
    return answer
  }

  const views: View[] = [
    ['the landing page', () => `${used.url}/`],
    ['the privacy page', () => `${used.url}/privacy`],
    ['the terms', () => `${used.url}/terms`],
    ['the docs', () => `${used.url}/docs`],
    ['the reference', () => `${used.url}/docs/api`],
    ['an operation', () => `${used.url}/docs/api/umbrella-draft`],
    ['a search of the docs', () => `${used.url}/docs/search?q=offer`],
    ['the errors', () => `${used.url}/docs/errors#rate_limited`],
    ...['auth', 'homeowners', 'umbrella', 'consumer', 'mcp', 'client', 'carriers'].map(
      (name): View => [`the guide /docs/${name}`, () => `${used.url}/docs/${name}`],
    ),
    ['an empty mailbox', () => `${fresh.url}/dev/mailbox`],
    ['a mailbox with emails', () => `${used.url}/dev/mailbox`],
  ]

  test.each(views)(
    '%s has nothing for axe to find, on a light phone and a dark desktop, nothing to scroll sideways at any size, and only links that lead somewhere',
    async (_name, url) => {
      const { page, complaints } = await open(url())
      // A page of many alike parts is looked at with some of them open.
      await page.evaluate(
        '[...document.querySelectorAll("details")].forEach((part, at) => { part.open = at % 6 === 0 })',
      )
      await inspectAtAnySize(page)
      expect(complaints).toEqual([])
      const links = await page.evaluate<string[]>('[...document.links].map(link => link.href)')
      for (const link of new Set(links)) {
        const { hash } = new URL(link)
        const { status, text } = await answerOf(link)
        expect.soft(status, link).toBe(200)
        if (hash) expect.soft(text, link).toContain(`id="${hash.slice(1)}"`)
      }
    },
  )
})
