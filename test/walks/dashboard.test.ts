import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspect } from '../support/browser/inspect.ts'
import { newTab } from '../support/browser/tab.ts'
import { call, latestCode, newEmail } from '../support/people/client.ts'
import { walkDashboard } from '../support/people/dashboard-walk.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let browser: Browser
let service: TestService
beforeAll(async () => {
  ;[browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({ env: { RATE_LIMITS: 'off' } }),
  ])
})
afterAll(() => Promise.all([browser.close(), service.stop()]))

test('an operator goes from the link to the email that was sent', async () => {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  await walkDashboard(service, await newTab(context), inspect)
})

test('from the landing page to a key and a first sandbox quote, without a terminal', async () => {
  const email = newEmail()
  const context = await browser.newContext({ timezoneId: 'America/New_York' })
  onTestFinished(() => context.close())
  const { page } = await newTab(context)
  await page.goto(service.url)
  await page.getByRole('link', { name: 'Get a key' }).click()
  await page.getByLabel('Work email').fill(email)
  await inspect(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await inspect(page)
  await page.getByLabel('Code').fill(await latestCode(service.url, email))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your operator key' }).waitFor()
  await inspect(page)
  const key = String(await page.locator('#new-key').textContent())
  await page.getByRole('button', { name: 'Get a sandbox quote' }).click()
  await page.waitForURL(/\/requests\/hom_/)
  await page.getByRole('listitem').filter({ hasText: 'Quotes' }).and(page.locator('[aria-current]')).waitFor()
  await page.getByText('Lowest offer:').waitFor()
  await inspect(page)
  expect(await page.content()).not.toContain('ada@example.com')
  const uid = page.url().split('/').at(-1)
  const { body } = await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })
  expect(body).toMatchObject({ status: 'quoted', sandbox: true })
  expect(await page.locator('#zone').textContent()).toMatch(/Eastern/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('san fran')
  await page.locator('#found').getByRole('link', { name: 'San Francisco, CA 94110' }).waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('San Francisco, CA 94110')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'All sandbox requests' }).click()
  await page.getByText('From $').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^requests-.*\.csv$/)
})
