import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser/browser.ts'
import { newTab } from '../../support/browser/tab.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { readyToFinalize } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let browser: Browser
beforeAll(async () => {
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService()])
})
afterAll(() => Promise.all([browser.close(), service.stop()]))

test('a receipt is checked in the browser without a connection, and a changed one is not genuine', async () => {
  const key = await getKey(service.url, newEmail())
  const { uid } = await readyToFinalize({ url: service.url, key })
  const { receipt } = (await call(`${service.url}/api/agent/receipts?uid=${uid}`, { key })).body
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const { page, complaints } = await newTab(context)
  await page.goto(`${service.url}/receipts/verify`)
  await context.setOffline(true)
  const check = async (text: string): Promise<string> => {
    await page.getByLabel('The receipt').fill(text)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.locator('#receipt-outcome .callout').waitFor()
    return page.locator('#receipt-outcome').innerText()
  }
  expect(await check(String(receipt))).toContain('Authorized the credit check')
  if (process.env.SCREENS) {
    await page.screenshot({ path: `${process.env.SCREENS}/receipt-390.png`, fullPage: true })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.screenshot({ path: `${process.env.SCREENS}/receipt-1280.png` })
  }
  const forged = String(receipt).replace(
    /\.(.)([^.]*)$/,
    (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`,
  )
  expect(await check(forged)).toContain('This is not a receipt of ours')
  expect(complaints).toEqual([])
  await context.close()
})
