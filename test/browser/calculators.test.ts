import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspect } from '../support/browser/inspect.ts'
import { sharedTab, type Tab } from '../support/browser/tab.ts'
import { call } from '../support/people/client.ts'
import { serviceForThisTest, startTestService, type TestService } from '../support/servers/service.ts'

type Case = {
  path: string
  /** What a person types and chooses, by label. */
  types: Record<string, string>
  chooses?: Record<string, string>
  ticks?: string[]
  verdict: RegExp
  charts: number
  wrong: { types: Record<string, string>; label: string; message: string }
}

const camry = { 'Model year': '2019', Make: 'Toyota', Model: 'Camry' }

const cases: Case[] = [
  {
    path: '/calculators/auto-estimates',
    types: { 'ZIP code': '94110', Age: '42', ...camry },
    verdict: /^About \$\d+ a month$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '94110', Age: '12' },
      label: 'Age',
      message: 'Age is too small. Enter at least 16.',
    },
  },
  {
    path: '/calculators/collision-and-comprehensive-coverage',
    types: { ...camry, 'Collision deductible': '$500' },
    chooses: { State: 'TX' },
    verdict: /cover|collision/i,
    charts: 2,
    wrong: { types: { Age: '42' }, label: 'ZIP code', message: 'Enter a ZIP code, or choose a state.' },
  },
  {
    path: '/calculators/file-a-claim',
    types: { 'Cost of the repair': '2,800', 'ZIP code': '94110', ...camry },
    verdict: /^Pay for it yourself$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '94110' },
      label: 'Cost of the repair',
      message: 'Cost of the repair is required. Enter the cost of the repair in dollars, more than 0.',
    },
  },
  {
    path: '/calculators/home',
    types: { 'ZIP code': '95959', 'Living area': '1,800' },
    ticks: ['Fenced swimming pool', 'Wood stove'],
    verdict: /^About \$\d+,\d+ a year$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '97201', 'Living area': '1800' },
      label: 'ZIP code',
      message: 'ZIP code is in OR, not in California. Enter a California ZIP code.',
    },
  },
  {
    path: '/calculators/umbrella',
    types: { 'ZIP code': '94110', Cars: '2' },
    chooses: { Limit: '2000000', 'Your auto liability limits': '100_300_100' },
    verdict: /^About \$\d+ a year, once you raise your auto limits$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '9411' },
      label: 'ZIP code',
      message: 'ZIP code does not look right. Enter a five-digit US ZIP code.',
    },
  },
]

const fill = async (page: Page, { types, chooses = {}, ticks = [] }: Partial<Case>): Promise<void> => {
  for (const [label, text] of Object.entries(types ?? {}))
    await page.getByLabel(label, { exact: true }).fill(text)
  for (const [label, value] of Object.entries(chooses))
    await page.getByLabel(label, { exact: true }).selectOption(value)
  for (const label of ticks) await page.getByLabel(label).check()
}

const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Calculate' }).click()
const answerOf = (page: Page) => page.getByRole('region').filter({ has: page.locator('#answer') })
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()')

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

  /** That an answer was a 400 the browser says by itself. */
  const EXPECTED = /status of 400/
  const scripted = sharedTab(() => browser, {}, EXPECTED)
  const plain = sharedTab(() => browser, { javaScriptEnabled: false }, EXPECTED)

  const open = async (aTab: () => Promise<Tab>, url: string): Promise<Tab> => {
    const tab = await aTab()
    await tab.page.goto(url)
    return tab
  }

  describe.each(cases)('$path', one => {
    test('announces an error, leads to its field, and answers in place, in focus, with a chart; the address reproduces the answer, also on the way back and forth', async () => {
      const { page, complaints } = await open(scripted, service.url + one.path)
      await page.evaluate('document.mark = "still the same document"')
      await fill(page, one.wrong)
      await send(page)
      const summary = page.locator('[role=alert]', { hasText: one.wrong.message })
      await summary.waitFor()
      expect(await focused(page)).toContain(one.wrong.message)
      expect((await call(page.url())).status).toBe(400)
      // The empty form, and the error; its field is inspected without it below.
      await inspect(page)
      await summary.getByRole('link', { name: one.wrong.message }).click()
      const field = page.getByLabel(one.wrong.label, { exact: true })
      expect(await page.evaluate('document.activeElement.id')).toBe(await field.getAttribute('id'))
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      const told = String(await field.getAttribute('aria-describedby')).split(' ')
      expect(await page.locator(`#${told.at(-1)}`).textContent()).toBe(one.wrong.message)

      const mistaken = page.url()
      await fill(page, one)
      await send(page)
      await answerOf(page).waitFor()
      expect(await focused(page)).toMatch(one.verdict)
      expect(await answerOf(page).getByRole('img').count()).toBe(one.charts)
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
      await inspect(page)
      const answered = page.url()
      expect([...new URL(answered).searchParams.values()]).not.toContain('')
      await page.goBack()
      await answerOf(page).waitFor({ state: 'detached' })
      expect(page.url()).toBe(mistaken)
      await page.goForward()
      await answerOf(page).waitFor()
      expect(await page.evaluate('document.mark')).toBe('still the same document')
      expect(complaints).toEqual([])

      const { page: shared } = await open(plain, answered)
      expect(await answerOf(shared).textContent()).toBe(await answerOf(page).textContent())
      for (const [label, text] of Object.entries(one.types))
        expect(await shared.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    })

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
    expect(links).toEqual(expect.arrayContaining(cases.map(({ path }) => path)))
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
