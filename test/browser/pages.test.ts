import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { documents, rows } from '../../src/routes.ts'
import { launchBrowser } from '../support/browser.ts'
import { call, getKey, newEmail } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { inspect } from '../support/inspect.ts'
import { DEMONSTRATION } from '../support/production.ts'
import { serviceForThisTest, startTestService, type TestService } from '../support/service.ts'

type View = [name: string, url: () => string]

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

  const views: View[] = [
    ['the landing page', () => `${used.url}/`],
    ['the docs', () => `${used.url}/docs`],
    ['the errors', () => `${used.url}/docs/errors#rate_limited`],
    ...['auth', 'homeowners', 'umbrella', 'consumer', 'mcp', 'client', 'carriers'].map(
      (name): View => [`the guide /docs/${name}`, () => `${used.url}/docs/${name}`],
    ),
    ['an empty mailbox', () => `${fresh.url}/dev/mailbox`],
    ['a mailbox with mail', () => `${used.url}/dev/mailbox`],
  ]

  describe.each(views)('%s', (_name, url) => {
    test('has nothing for axe to find, on a light phone and a dark desktop', async () => {
      const { page, complaints } = await open(url())
      // A page of many alike parts is looked at with some of them open.
      await page.evaluate(
        '[...document.querySelectorAll("details")].forEach((part, at) => { part.open = at % 6 === 0 })',
      )
      await inspect(page)
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

  test('the reference has nothing for axe to find, on a light phone and a dark desktop', async () => {
    const { page, complaints } = await open(`${used.url}/docs/api`)
    await page.locator('#operations-tag-calculators').click()
    await page.locator('#operations-calculators-estimateUmbrella').waitFor()
    await inspect(page)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    await inspect(page, page.url(), '.modal-ux')
    expect(complaints).toEqual([])
  })

  test('in the reference a person tries calls with a key, and axe finds nothing on the way', async () => {
    const key = await getKey(used.url, newEmail())
    const { page, complaints } = await open(`${used.url}/docs/api`)
    await page.getByRole('button', { name: 'Authorize', exact: true }).click()
    const dialog = page.locator('.modal-ux')
    await dialog.locator('input[type=text]').first().fill(key)
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().click()
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
    const attempt = async (tag: string, id: string, body?: object) => {
      await page.locator(`#operations-tag-${tag}`).click()
      const operation = page.locator(`#operations-${tag}-${id}`)
      await operation.locator('.opblock-summary-control').click()
      if (body) await operation.getByRole('textbox', { name: 'Body to send' }).fill(JSON.stringify(body))
      await operation.getByRole('button', { name: 'Execute' }).click()
      const answer = operation.locator('.live-responses-table')
      await answer.waitFor()
      expect(await answer.locator('.response .response-col_status').textContent()).toContain('200')
      return String(await answer.locator('pre').first().textContent())
    }
    expect(await attempt('calculators', 'estimateUmbrella')).toContain('"calculator": "umbrella"')
    await inspect(page, page.url(), '.opblock.is-open')
    const intake = { full_name: 'Ada Park' }
    expect(JSON.parse(await attempt('homeowners', 'homeownersQuotes', { intake }))).toMatchObject({
      sandbox: true,
    })
    expect(complaints).toEqual([])
  })

  test('the price on the landing page changes in place', async () => {
    const { page, complaints } = await open(`${used.url}/`)
    await page.getByLabel('ZIP code').fill('94110')
    await page.getByRole('button', { name: 'Estimate the price' }).click()
    await page
      .locator('#demo')
      .getByText(/^About \$\d+ a year$/)
      .waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(complaints).toEqual([])
  })

  test('a price that the landing page cannot show is explained in place, and the next one shown', async () => {
    const limited = await serviceForThisTest({ env: { RATE_LIMITS: 'calculator_pages=3/60' } })
    const { page } = await open(`${limited.url}/`)
    const ask = async (zip: string) => {
      await page.getByLabel('ZIP code').fill(zip)
      const answered = page.waitForResponse(/zip=/)
      await page.getByRole('button', { name: 'Estimate the price' }).click()
      return (await answered).status()
    }
    const price = page.locator('#demo').getByText(/^About \$\d+ a year$/)
    expect(await ask('00000')).toBe(400)
    await page.getByRole('link', { name: 'ZIP code is not a known ZIP code.' }).click()
    expect(await page.evaluate('document.activeElement.id')).toBe('zip')
    await inspect(page)
    expect(await ask('94110')).toBe(200)
    await price.waitFor()
    expect(await ask('94111')).toBe(200)
    expect(await ask('94112')).toBe(429)
    await page.getByRole('alert').getByText('Wait a minute').waitFor()
    expect(await price.count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/')
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
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe('#guides')
  })

  test('each operation of the table is in the docs, and each guide on the landing page', async () => {
    const docs = await call(`${used.url}/docs`)
    const landing = await call(`${used.url}/`)
    for (const { method, path } of rows) expect.soft(docs.text).toContain(`${method} ${path}`)
    const guides = documents({ production: true }, () => 'running').filter(
      ({ path }) =>
        path.startsWith('/docs/') &&
        !path.endsWith('.md') &&
        !['/docs/api', '/docs/errors', '/docs/consumer/errors'].includes(path),
    )
    expect(guides).toHaveLength(8)
    for (const { path } of guides)
      for (const { text } of [docs, landing]) expect.soft(text).toContain(`href="${path}"`)
  })

  test('in production nothing speaks of the mailbox', async () => {
    const port = String(await freePort())
    await serviceForThisTest({ env: { ...DEMONSTRATION, PORT: port } })
    for (const path of ['/', '/docs', '/docs/errors']) {
      const { status, text } = await call(`http://127.0.0.1:${port}${path}`)
      expect(status).toBe(200)
      expect(text).not.toMatch(/mailbox/i)
    }
    expect((await call(`http://127.0.0.1:${port}/dev/mailbox`)).status).toBe(404)
  })
})
