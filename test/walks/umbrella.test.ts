import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspect } from '../support/browser/inspect.ts'
import { getKey, newEmail } from '../support/people/client.ts'
import { walkUmbrella } from '../support/people/umbrella-walk.ts'
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

test('the buyer of an umbrella goes from a correction over the quotes to the policy on one page', async () => {
  await walkUmbrella({ browser, service, key: await getKey(service.url, newEmail()) }, inspect)
})
