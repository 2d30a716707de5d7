import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspect } from '../support/browser/inspect.ts'
import { getKey, newEmail } from '../support/people/client.ts'
import { walkPortal } from '../support/people/portal-walk.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let browser: Browser
let service: TestService
beforeAll(async () => {
  ;[browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({
      env: { RATE_LIMITS: 'off', AGENCY_NAME: 'Elm & Sons', AGENCY_PHONE: '217-555-0142' },
    }),
  ])
})
afterAll(() => Promise.all([browser.close(), service.stop()]))

test('a homeowner goes from the emailed link to the policy', async () => {
  await walkPortal({ browser, service, key: await getKey(service.url, newEmail()) }, inspect)
})
