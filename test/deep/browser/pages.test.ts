import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { referencePath } from '../../../src/doors/discovery/reference/operations.ts'
import { documents } from '../../../src/page-table.ts'
import { endpoints, rows } from '../../../src/routes.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspect, violations } from '../../support/browser/inspect.ts'
import { inspectPage, longViews, views } from '../../support/browser/page-views.ts'
import { sharedTab, type Tab } from '../../support/browser/tab.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

/** It is also among what is answered, under the same name. */
const SENT_ROOF_DATE = '/docs/api/homeowners-quotes#request.intake.home.roof_date'

describe('the pages', () => {
  let browser: Browser
  /** Nobody has got email here, and it shows three prices a minute. */
  let fresh: TestService
  let used: TestService
  beforeAll(async () => {
    const few = { RATE_LIMITS: 'calculator_pages=3/60' }
    ;[browser, fresh, used] = await Promise.all([
      launchBrowser(),
      startTestService({ env: few }),
      startTestService(),
    ])
    await getKey(used.url, newEmail())
  })
  afterAll(() => Promise.all([browser.close(), fresh.stop(), used.stop()]))

  const aTab = sharedTab(() => browser)

  const open = async (url: string): Promise<Tab> => {
    const tab = await aTab()
    await tab.page.goto(url)
    return tab
  }

  test.each([...views, ...longViews])(
    '%s has nothing for axe to find, on a light phone and a dark desktop, nothing to scroll sideways at any size, and only links that lead somewhere',
    async (_name, path) => inspectPage(await aTab(), `${used.url}${path}`),
  )

  test('an empty mailbox has nothing for axe to find', async () =>
    inspectPage(await aTab(), `${fresh.url}/dev/mailbox`))

  test('an inspection finds the one faint text among twelve alike rows, also on a page like one that passed', async () => {
    const { page } = await open('about:blank')
    const faint = 'style="color:#bbb"'
    const tables: [kind: string, alike: string, odd: string][] = [
      ['all alike', '<b>Text</b>', '<b>Text</b>'],
      ['text', '<b>Text</b>', `<b ${faint}>Text</b>`],
      ['layer', '<b>Text</b>', '<p style="background:#333"><b>Text</b></p>'],
      ['opacity', '<p><b>Text</b></p>', '<p style="opacity:0.3"><b>Text</b></p>'],
      ['behind', '<b>Text</b>', '<i></i><b style="position:relative">Text</b>'],
      ['letter', `<b ${faint}>4</b>`, `<b ${faint}>Text</b>`],
      ['disabled', `<button ${faint} disabled>Text</button>`, `<button ${faint}>Text</button>`],
    ]
    const rows = tables.map(([kind, alike, odd]) => {
      const row = (at: number) => `<tr><td>${at === 9 ? odd : alike}</td></tr>`
      return `<table id="${kind}">${Array.from({ length: 12 }, (_, at) => row(at)).join('')}</table>`
    })
    const show = async (inside: string) => {
      await page.goto('about:blank')
      await page.setContent(`<html lang="en"><title>Rows</title>
      <style>body { background: #fff; color: #222 } i { position: absolute; inset: auto; padding: 2rem; background: #333 }</style>
      ${inside}</html>`)
    }
    await show(rows.join('').replaceAll(/ style="[^"]*"|<i><\/i>/g, ''))
    expect(await violations(page)).toEqual([])
    await show(rows.join(''))
    const found = await violations(page)
    expect(found.map(({ id }) => id)).toEqual(['color-contrast'])
    expect(found.flatMap(({ nodes }) => nodes.map(({ target }) => String(target)))).toEqual([
      '#text > tbody > tr:nth-child(10) > td > b',
      '#layer > tbody > tr:nth-child(10) > td > p > b',
      '#opacity > tbody > tr:nth-child(10) > td > p > b',
      '#behind > tbody > tr:nth-child(10) > td > b',
      '#letter > tbody > tr:nth-child(10) > td > b',
      'tr:nth-child(10) > td > button',
    ])
  })

  test('a person reads the code in the mailbox, where the newest email stands first, and gets a key with it', async () => {
    const email = newEmail()
    await call(`${used.url}/api/agent/key/request`, { body: { email } })
    const { page } = await open(`${used.url}/dev/mailbox`)
    const mail = page.getByRole('article').filter({ hasText: email })
    const otp = await mail.getByText(/^\d{6}$/).textContent()
    const { status, body } = await call(`${used.url}/api/agent/key/confirm`, { body: { email, otp } })
    expect(status).toBe(200)
    expect(body.api_key).toMatch(/^bind_live_/)
    await page.reload()
    expect(await mail.getByRole('heading').allTextContents()).toEqual([
      'Your operator key was issued',
      'Your code for an operator key',
    ])
  })

  test('without JavaScript a person reads an operation, its call in each language, and finds another', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false })
    onTestFinished(() => plain.close())
    const page = await plain.newPage()
    await page.goto(`${used.url}/docs/api/umbrella-draft`)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    const client = page.getByText("bindery.POST('/api/agent/umbrella/draft'").first()
    expect(await client.isVisible()).toBe(false)
    await page.getByText('TypeScript', { exact: true }).first().click()
    expect(await client.isVisible()).toBe(true)
    const links = await page.locator('#operations a').count()
    expect(links).toBe(rows.length + endpoints.length)
    const [field, button] = [page.getByLabel('Search the docs'), page.getByRole('button', { name: 'Search' })]
    expect((await button.boundingBox())?.height, 'on one line').toBeLessThan(50)
    await field.fill('roof_date')
    await button.click()
    await page.locator(`main li a[href="${SENT_ROOF_DATE}"]`).click()
    expect(page.url()).toBe(used.url + SENT_ROOF_DATE)
    expect(await page.locator('li:target > code').first().textContent()).toBe('roof_date')
  })

  test('with JavaScript the search finds the same as you type, the list is filtered, and a field opens', async () => {
    const { page, complaints } = await open(`${used.url}/docs/api/request-operator-key`)
    const search = page.getByLabel('Search the docs')
    await search.fill('roof_date')
    const found = page.locator('#docs-found li a')
    await found.first().waitFor()
    const { text } = await call(`${used.url}/docs/search?q=roof_date`)
    const onPage = [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href)
    expect(await found.evaluateAll(all => all.map(one => one.getAttribute('href')))).toEqual(onPage)
    expect(await page.locator('#operations a:visible').count()).toBe(0)
    await search.fill('umbrella bind')
    expect(await page.locator('#operations a:visible').allTextContents()).toEqual(['Umbrella bind'])
    await inspect(page, 'a search', '.reference-nav')
    await search.fill('roof_date')
    await page.locator(`#docs-found li a[href="${SENT_ROOF_DATE}"]`).click()
    const field = page.locator('[id="request.intake.home.roof_date"]')
    await field.waitFor()
    expect(await field.isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: /Copied|Selected/ }).waitFor()
    await page.getByRole('link', { name: 'All operations' }).waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
  })

  test('the price on the landing page changes in place, one that it cannot show is explained there, and the next one shown', async () => {
    const { page, complaints } = await open(`${fresh.url}/`)
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
    await inspect(page, 'a price that is refused', '.card:has(#demo)')
    expect(await ask('94110')).toBe(200)
    await price.waitFor()
    expect(await ask('94111')).toBe(200)
    expect(await ask('94112')).toBe(429)
    await page.getByRole('alert').getByText('Wait a minute').waitFor()
    expect(await price.count()).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(complaints.filter(text => !/status of (400|429)/.test(text))).toEqual([])
  })

  test('the keyboard skips the header', async () => {
    const { page } = await open(`${used.url}/docs`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.id')).toBe('docs-search')
  })

  test('each operation of the table is in the docs, and each guide on the landing page', async () => {
    const docs = await call(`${used.url}/docs`)
    const landing = await call(`${used.url}/`)
    for (const { operation, path } of rows)
      expect.soft(docs.text).toContain(`<a href="${referencePath(operation.id)}"><code>${path}</code></a>`)
    const guides = documents({ production: true }, () => 'running').filter(
      ({ path }) =>
        path.startsWith('/docs/') &&
        !/\.md$|^\/docs\/(?:api|search|agency)/.test(path) &&
        !['/docs/errors', '/docs/consumer/errors'].includes(path),
    )
    expect(guides).toHaveLength(9)
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
