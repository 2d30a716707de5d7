import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../src/lib/clock.ts'
import { reviewUrl } from '../../src/umbrella/intake/review-token.ts'
import { launchBrowser } from '../support/browser.ts'
import { getKey, newEmail } from '../support/client.ts'
import { query } from '../support/database.ts'
import { inspect } from '../support/inspect.ts'
import { heading } from '../support/portal.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { completeHousehold, readyToFinalize, umbrellaCall, untilStatus } from '../support/umbrella.ts'
import { umbrellaIn } from '../support/umbrella-intakes.ts'

const PHONE = { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, isMobile: true }
const CONFIRM = 'This is correct. Get my quotes'

describe('the review page of an umbrella application', { timeout: 60_000 }, () => {
  let browser: Browser
  let service: TestService
  let key: string
  beforeAll(async () => {
    ;[browser, service] = await Promise.all([
      launchBrowser(),
      startTestService({ env: { RATE_LIMITS: 'off' } }),
    ])
    key = await getKey(service.url, newEmail())
  })
  afterAll(() => Promise.all([browser.close(), service.stop()]))

  const at = () => ({ url: service.url, key })

  const drafted = async (values: object = {}, field_estimates: object[] = []) => {
    const intake = completeHousehold(values)
    const { body } = await umbrellaCall(at(), 'draft', { intake, field_estimates, sandbox: true })
    return { uid: String(body.uid), url: String(body.review_url) }
  }

  const opened = async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    await page.goto(url)
    return page
  }

  const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  const statusOf = async (uid: string) => (await umbrellaCall(at(), 'status', { uid })).body

  test('lets the person correct and confirm on a phone without JavaScript, and the agent goes on', async () => {
    const { uid, url } = await drafted({}, [
      { field: 'net_worth_numeric', source: 'public_records', confidence: 'low' },
    ])
    const page = await opened(url, PHONE)
    await heading(page, 'Review your application').waitFor()
    expect(await page.getByRole('note').textContent()).toContain('SANDBOX')
    expect(await group(page, 'Family and driver’s license').textContent()).toContain('B12345678901')
    expect(await group(page, 'You').textContent()).toContain('April 12, 1980')
    const worth = group(page, 'Work and net worth')
    expect(await worth.textContent()).toMatch(/\$1,800,000\s+A guess Public records/)

    await worth.getByText('Edit').click()
    await worth.getByLabel('Your household’s net worth').fill('a lot')
    await worth.getByRole('button').click()
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
      'Your household’s net worth: Enter an amount from $0 to $10,000,000,000.',
    ])
    expect(await worth.getByLabel('Your household’s net worth').inputValue()).toBe('a lot')
    await worth.getByLabel('Your household’s net worth').fill('$2.5M')
    await worth.getByRole('button').click()
    expect(await page.getByRole('status').textContent()).toBe(
      'Saved. Your household’s net worth: $2,500,000.',
    )
    expect(await worth.textContent()).not.toContain('A guess')

    await page.getByRole('button', { name: CONFIRM }).click()
    await heading(page, /getting your quotes$|^\w+ preliminary quotes are ready$/).waitFor()
    await untilStatus(at(), uid, ['quoted'])
    await heading(page, /^\w+ preliminary quotes are ready$/).waitFor()
    const [consent] = await query(
      service.databaseUrl,
      `select channel from consents where uid = '${uid}' and purpose = 'umbrella_application_review'`,
    )
    expect(consent).toEqual({ channel: 'person' })
  })

  test('is confirmed with the keyboard alone', async () => {
    const { uid, url } = await drafted()
    const page = await opened(url)
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement.textContent')) === CONFIRM) break
    }
    await page.keyboard.press('Enter')
    await heading(page, /^\w+ preliminary quotes are ready$/).waitFor()
    expect((await statusOf(uid)).status).toBe('quoted')
  })

  test('refuses to confirm what was changed after the person read it, and shows it as it stands', async () => {
    const { uid, url } = await drafted()
    const page = await opened(url)
    await umbrellaCall(at(), 'draft', { uid, intake: { motorcycles: 3 } })
    await page.getByRole('button', { name: CONFIRM }).click()
    expect(await page.getByRole('status').textContent()).toMatch(
      /^Your application has changed since you opened this page/,
    )
    expect(await group(page, 'Vehicles and boats').textContent()).toMatch(/Motorcycles\s*3/)
    expect((await statusOf(uid)).status).toBe('ready_for_review')
  })

  test('keeps the address together, takes in drivers, and asks for what an answer makes necessary', async () => {
    const { uid, url } = await drafted()
    const page = await opened(url)
    const home = group(page, 'Primary home')
    await home.getByText('Edit').click()
    await home.getByLabel('State').selectOption('Texas')
    await home.getByRole('button').click()
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toHaveLength(1)
    await home.getByLabel('ZIP code').fill('78701')
    await home.getByRole('button').click()
    expect(await page.getByRole('status').textContent()).toBe('Saved. State: Texas. ZIP code: 78701.')

    const drivers = group(page, 'Drivers')
    await drivers.getByText('Edit').click()
    await drivers.getByLabel('Full name').fill('Cy Buyer')
    await drivers.getByLabel('Date of birth').fill('1/2/1999')
    await drivers.getByLabel('Driver’s license state').selectOption('Texas')
    await drivers.getByLabel('Driver’s license number').fill('C7654321')
    await drivers.getByRole('button').click()
    expect(await drivers.textContent()).toContain('Cy Buyer, January 2, 1999, Texas, C7654321')

    const family = group(page, 'Family and driver’s license')
    await family.getByText('Edit').click()
    await family.getByLabel('Married').check()
    await family.getByRole('button').click()
    await heading(page, 'Two answers are missing').waitFor()
    expect(await page.getByRole('button', { name: CONFIRM }).count()).toBe(0)
    const spouse = group(page, 'Your spouse')
    await spouse.getByLabel('Your spouse’s full name').fill('Bo Buyer')
    await spouse.getByLabel('Your spouse’s date of birth').fill('5/6/1981')
    await spouse.getByRole('button').click()
    await heading(page, 'Review your application').waitFor()
    expect((await statusOf(uid)).status).toBe('ready_for_review')
  })

  test('says how things stand in the other states', async () => {
    const page = await opened((await drafted()).url)
    await group(page, 'History').getByText('Edit').click()
    await inspect(page, 'review')
    const { owner } = (await query(service.databaseUrl, 'select owner from intakes limit 1'))[0] as {
      owner: string
    }
    const told = [
      ['ineligible', 'We can’t get quotes for this application', { felony: true }],
      ['pending_quotes', 'Thank you. We’re getting your quotes', {}],
      ['quoted', 'One preliminary quote is ready', {}],
      ['ready_to_finalize', 'Your policy is ready to buy', {}],
      ['info_requested', 'The insurance company needs more information', {}],
    ] as const
    for (const [status, words, answers] of told) {
      const { intake } = await umbrellaIn(service, { owner, status, answers })
      await page.goto(reviewUrl(service.app, intake.uid))
      await heading(page, words).waitFor()
      expect(await page.getByRole('button', { name: CONFIRM }).count(), status).toBe(0)
    }
    const { uid } = await readyToFinalize(at(), { carrier: 'Marrowby' })
    await umbrellaCall(at(), 'bind', { uid })
    const { policy } = (await untilStatus(at(), uid, ['bound'])).body as { policy: { policy_number: string } }
    await page.goto(reviewUrl(service.app, uid))
    await page.getByRole('heading', { name: policy.policy_number }).waitFor()
    await inspect(page, 'bound')
  })

  test('does not open with a link that has expired or was never made', async () => {
    const { uid, url } = await drafted()
    const page = await opened(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)
    await heading(page, 'This link doesn’t work').waitFor()
    const own = await opened(url)
    service.pass(8 * DAY)
    await own.getByRole('button', { name: CONFIRM }).click()
    await heading(own, 'This link doesn’t work').waitFor()
    expect((await statusOf(uid)).status).toBe('ready_for_review')
  })
})
