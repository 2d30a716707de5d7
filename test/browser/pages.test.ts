import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rows } from '../../src/routes.ts'
import { launchBrowser } from '../support/browser.ts'
import { call, getKey, newEmail } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { serviceForThisTest, startTestService, type TestService } from '../support/service.ts'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const LOOKS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

describe('the pages', () => {
  let browser: Browser
  let context: BrowserContext
  let fresh: TestService
  let used: TestService
  const operator = newEmail()
  beforeAll(async () => {
    ;[browser, fresh, used] = await Promise.all([launchBrowser(), startTestService(), startTestService()])
    context = await browser.newContext()
    await getKey(used.url, operator)
  })
  afterAll(() => Promise.all([browser.close(), fresh.stop(), used.stop()]))

  /** A page and the complaints of its console: a violation of the content security policy is one. */
  const open = async (url: string): Promise<{ page: Page; complaints: string[] }> => {
    const page = await context.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(url)
    return { page, complaints }
  }

  const views: [name: string, url: () => string][] = [
    ['the landing page', () => `${used.url}/`],
    ['the docs', () => `${used.url}/docs`],
    ['the errors', () => `${used.url}/docs/errors#rate_limited`],
    ['an empty mailbox', () => `${fresh.url}/dev/mailbox`],
    ['a mailbox with mail', () => `${used.url}/dev/mailbox`],
  ]

  describe.each(views)('%s', (_name, url) => {
    test('has nothing for axe to find, on a light phone and a dark desktop', async () => {
      const { page, complaints } = await open(url())
      for (const summary of await page.locator('summary').all()) await summary.click()
      for (const { width, colorScheme } of LOOKS) {
        await page.setViewportSize({ width, height: 844 })
        await page.emulateMedia({ colorScheme })
        // Legacy mode opens no second page to gather its findings; there are no frames to gather from.
        const axe = new AxeBuilder({ page }).withTags(WCAG_2_2_AA).setLegacyMode()
        const { violations } = await axe.analyze()
        expect.soft(violations, `${width} px, ${colorScheme}`).toEqual([])
        expect.soft(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      }
      expect(complaints).toEqual([])
    })

    test('has only links that lead somewhere', async () => {
      const { page } = await open(url())
      const links = await page.evaluate<string[]>('[...document.links].map(link => link.href)')
      for (const link of new Set(links)) {
        const { hash } = new URL(link)
        const { status, text } = await call(link)
        expect.soft(status, link).toBe(200)
        if (hash) expect.soft(text, link).toContain(`id="${hash.slice(1)}"`)
      }
    })
  })

  test('a person reads the code in the mailbox and gets a key with it', async () => {
    const email = newEmail()
    await call(`${used.url}/api/agent/key/request`, { body: { email } })
    const { page } = await open(`${used.url}/dev/mailbox`)
    const mail = page.getByRole('article').filter({ hasText: email })
    const otp = await mail.getByText(/^\d{6}$/).textContent()
    const { status, body } = await call(`${used.url}/api/agent/key/confirm`, { body: { email, otp } })
    expect(status).toBe(200)
    expect(body.api_key).toMatch(/^bind_live_/)
  })

  test('the newest mail stands first', async () => {
    const { page } = await open(`${used.url}/dev/mailbox`)
    const mails = page.getByRole('article').filter({ hasText: operator })
    expect(await mails.getByRole('heading').allTextContents()).toEqual([
      'Your Bindery operator key was issued',
      'Your Bindery code',
    ])
  })

  test('the keyboard skips the header', async () => {
    const { page } = await open(`${used.url}/docs`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('#first-key')
  })

  test('each operation of the table is in the docs and on the landing page', async () => {
    const docs = await call(`${used.url}/docs`)
    const landing = await call(`${used.url}/`)
    for (const { method, path, operation } of rows) {
      expect.soft(docs.text).toContain(`${method} ${path}`)
      expect.soft(landing.text).toContain(`/docs#${operation.id}`)
    }
  })

  test('in production nothing speaks of the mailbox', async () => {
    const port = String(await freePort())
    const service = await serviceForThisTest({
      env: {
        NODE_ENV: 'production',
        PORT: port,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'Bindery <no-reply@bindery.test>',
      },
    })
    for (const path of ['/', '/docs', '/docs/errors']) {
      const { status, text } = await call(service.url + path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/mailbox/i)
    }
    expect((await call(`${service.url}/dev/mailbox`)).status).toBe(404)
  })
})
