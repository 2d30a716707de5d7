import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspect } from '../support/browser/inspect.ts'
import { sharedTab } from '../support/browser/tab.ts'
import { register } from '../support/people/agent-identity.ts'
import { latestCode, mailbox, newEmail } from '../support/people/client.ts'
import { authorizeUrl, newPkce, registerClient } from '../support/people/oauth.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
let browser: Browser
beforeAll(async () => {
  ;[browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({ env: { RATE_LIMITS: 'off' }, work: false }),
  ])
})
afterAll(() => Promise.all([browser.close(), service.stop()]))

const aTab = sharedTab(() => browser)

const beginAt = async (page: Page): Promise<void> => {
  const client_id = await registerClient(service)
  await page.goto(authorizeUrl(service, { client_id, code_challenge: newPkce().challenge }))
}

const looksAt = async (page: Page, title: string, name: string) => {
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
  await inspect(page, name)
}

test('from the sign-in, over a mistake and a wrong code, to the consent: axe finds nothing', async () => {
  const { page } = await aTab()
  const email = newEmail()
  await beginAt(page)
  await looksAt(page, 'Sign in', 'the sign-in')
  await page.getByRole('button').click()
  await page.getByRole('alert').waitFor()
  await looksAt(page, 'Sign in', 'the sign-in with a mistake')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button').click()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button').click()
  await page.getByRole('alert').waitFor()
  await looksAt(page, 'Check your email', 'the code')
  await page.getByLabel('Code').fill(await latestCode(service.url, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
  await looksAt(page, 'Allow Quote Desk to use your account?', 'the consent')
})

test('a sign-in that has ended, a request that cannot be answered and a claim: axe finds nothing', async () => {
  const { page } = await aTab()
  for (const [path, title] of [
    ['/oauth2/interaction/gone', 'This sign-in has expired'],
    ['/oauth2/authorize?client_id=nobody', 'We couldn’t connect this app'],
    ['/agent/claim', 'An AI agent asks to use your account'],
  ] as const) {
    await page.goto(service.url + path)
    await looksAt(page, title, path)
  }
  const email = newEmail()
  await register(service, email)
  const [mail] = await mailbox(service.url, email)
  await page.goto(String(mail?.links.find(link => link.includes('/agent/claim/'))))
  await page.getByLabel('Code from your agent').fill('WRONG')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await looksAt(page, 'An AI agent asks to use your account', 'the claim')
})
