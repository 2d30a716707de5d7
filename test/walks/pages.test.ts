import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspectPage, views } from '../support/browser/page-views.ts'
import { sharedTab } from '../support/browser/tab.ts'
import { getKey, newEmail } from '../support/people/client.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let browser: Browser
let service: TestService
beforeAll(async () => {
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService()])
  await getKey(service.url, newEmail())
})
afterAll(() => Promise.all([browser.close(), service.stop()]))

const aTab = sharedTab(() => browser)

test.each(views)(
  '%s has nothing for axe to find, nothing to scroll sideways at any size, and only links that lead somewhere',
  async (_name, path) => inspectPage(await aTab(), `${service.url}${path}`),
)
