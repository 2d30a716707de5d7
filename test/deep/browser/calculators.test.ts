import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser/browser.ts'
import {
  answerOf,
  calculators,
  EXPECTED,
  fill,
  open,
  send,
  walkCalculator,
} from '../../support/browser/calculator-walk.ts'
import { inspect } from '../../support/browser/inspect.ts'
import { sharedTab } from '../../support/browser/tab.ts'
import { call } from '../../support/people/client.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

describe('the calculators', () => {
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

  describe.each(calculators)('$path', one => {
    test('announces an error, leads to its field, and answers in place, in focus, with a chart; the address reproduces the answer, also on the way back and forth', () =>
      walkCalculator({ url: service.url, scripted, plain }, one))

    test('answers with JavaScript off', async () => {
      const { page, complaints } = await open(plain, service.url + one.path)
      await fill(page, one)
      await send(page)
      expect(await answerOf(page).getByRole('heading', { level: 2 }).textContent()).toMatch(one.verdict)
      expect(await answerOf(page).getByRole('img').count()).toBe(one.charts)
      expect(complaints).toEqual([])
    })
  })

  test('an empty form that was sent says what is missing, with and without JavaScript', async () => {
    for (const context of [scripted, plain]) {
      const { page } = await open(context, `${service.url}/calculators/home`)
      await send(page)
      const problems = page.getByRole('alert').getByRole('link')
      await problems.first().waitFor()
      expect(await problems.allTextContents()).toEqual([
        'ZIP code is required. Enter a five-digit US ZIP code.',
        'Living area is required. Enter the living area in square feet.',
      ])
    }
  })

  test('the overview leads to each of them', async () => {
    const { page, complaints } = await open(scripted, `${service.url}/calculators`)
    await inspect(page)
    const links = await page.evaluate<string[]>('[...document.links].map(link => link.pathname)')
    expect(links).toEqual(expect.arrayContaining(calculators.map(({ path }) => path)))
    for (const link of links) expect((await call(service.url + link)).status).toBe(200)
    expect(complaints).toEqual([])
  })

  test('the line for the shell asks the API for the same', async () => {
    const { page } = await open(
      plain,
      `${service.url}/calculators/home?zip=95959&home_sqft=1%2C800&risk_factors=pool`,
    )
    const line = await page.locator('pre').textContent()
    expect(line).toContain(`curl ${service.url}/api/agent/calculators/home`)
    expect(line).toContain(`'{"zip":"95959","home_sqft":1800,"risk_factors":["pool"]}'`)
  })

  test('what a link says is shown as text, never as markup', async () => {
    const make = '"><script>alert(1)</script><img src=x>'
    const query = new URLSearchParams({ 'driver.zip': '94110', 'vehicle.make': make })
    const { page, complaints } = await open(scripted, `${service.url}/calculators/auto-estimates?${query}`)
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(await page.getByLabel('Make').inputValue()).toBe(make)
    expect(complaints).toEqual([])
  })

  test('too many calculations leave the form as it is and say when to go on', async () => {
    const small = await serviceForThisTest({ env: { RATE_LIMITS: 'calculator_pages=1/60' } })
    const { page } = await open(scripted, `${small.url}/calculators/home`)
    await fill(page, { types: { 'ZIP code': '95959', 'Living area': '1800' } })
    await send(page)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Wait a minute')
    expect(await page.getByLabel('ZIP code').inputValue()).toBe('95959')
    expect(page.url()).toBe(`${small.url}/calculators/home`)
  })
})
