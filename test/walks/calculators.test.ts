import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { type Case, calculators, EXPECTED, walkCalculator } from '../support/browser/calculator-walk.ts'
import { sharedTab } from '../support/browser/tab.ts'
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

const scripted = sharedTab(() => browser, {}, EXPECTED)
const plain = sharedTab(() => browser, { javaScriptEnabled: false }, EXPECTED)

test('a calculator leads from an error to its field, and to an answer with a chart, which its address reproduces', () =>
  walkCalculator({ url: service.url, scripted, plain }, calculators.at(-1) as Case))
