import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { correct } from '../../../src/products/line/reviewed-purchase/buying/book.ts'
import { reviewUrl } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspect, inspectAtAnySize } from '../../support/browser/inspect.ts'
import { goOnAs, sharedTab } from '../../support/browser/tab.ts'
import { query } from '../../support/database/database.ts'
import { answerAlone, answerByKeyboard } from '../../support/people/answered-alone.ts'
import { getKey, latestCode, mailbox, newEmail } from '../../support/people/client.ts'
import {
  askForCode,
  enterCode,
  fillSignature,
  heading,
  sign,
} from '../../support/people/portal-in-browser.ts'
import { provenBuyer } from '../../support/people/proven-buyer.ts'
import {
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
} from '../../support/people/umbrella-applications.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'
import {
  answered,
  CONFIRM,
  type Drafted,
  draftedUmbrella,
  group,
  walkUmbrella,
} from '../../support/people/umbrella-walk.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const PHONE = { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, isMobile: true }

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

  const drafted = () => draftedUmbrella(at())

  const aTab = sharedTab(() => browser)

  const signedInTab = async (application: Drafted) => {
    const tab = await aTab()
    await goOnAs(await provenBuyer(service, application), tab.context)
    return tab
  }

  /** As by the code in the email, which two tests enter. */
  const opened = async (application: Drafted): Promise<Page> => {
    const { page } = await signedInTab(application)
    await page.goto(application.url)
    return page
  }

  const statusOf = async (uid: string) => (await umbrellaCall(at(), 'status', { uid })).body

  test('takes the buyer from a correction over the quotes to the policy on one page, on a phone without JavaScript, and the agent goes on', () =>
    walkUmbrella({ browser, service, key }, async () => undefined, PHONE))

  test('shows a link holder a masked summary, and opens for the emailed code only', async () => {
    const intake = completeHousehold({ full_name: 'Ottoline Quagmirre' })
    const { body } = await umbrellaCall(at(), 'draft', { intake })
    const { page } = await aTab()
    await page.goto(String(body.review_url))
    await heading(page, 'Confirm it’s you').waitFor()
    expect(await page.getByRole('region', { name: 'The application' }).textContent()).toMatch(
      /Name\s*O••• Q•••\s*Email\s*b•••@e•••\s*State\s*Illinois/,
    )
    await inspect(page, 'masked review')

    await askForCode(page, 'someone.else@example.com')
    await heading(page, 'Check your email').waitFor()
    const told = await page.locator('.lede').textContent()
    await page.getByRole('link', { name: 'Use another email address' }).click()
    await askForCode(page, intake.email)
    expect(await page.locator('.lede').textContent()).toBe(
      told?.replace('someone.else@example.com', intake.email),
    )
    await inspect(page, 'code')
    const code = await until(() => latestCode(service.url, intake.email).catch(() => null))
    expect(await mailbox(service.url, 'someone.else@example.com')).toEqual([])
    await enterCode(page, code === '000000' ? '111111' : '000000')
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
      'This code is wrong or has expired. Check your latest email, or get a new code.',
    ])
    await enterCode(page, String(code))
    await heading(page, 'Review your application').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await heading(page, 'Confirm it’s you').waitFor()
  })

  test('closes when the email address on the application changes', async () => {
    const application = await drafted()
    const page = await opened(application)
    await heading(page, 'Review your application').waitFor()
    const { uid } = application
    await transact(service.app, app => correct(app, { uid, name: 'email', text: newEmail(), actor: 'staff' }))
    await answerAlone(page)
    await page.getByRole('button', { name: CONFIRM }).click()
    expect(await page.getByRole('status').textContent()).toBe(
      'Confirm that it’s you first. We didn’t save anything.',
    )
    expect((await statusOf(application.uid)).status).toBe('ready_for_review')
  })

  test('is confirmed with the keyboard alone', async () => {
    const application = await drafted()
    const { uid } = application
    const page = await opened(application)
    await answerByKeyboard(page)
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement.textContent')) === CONFIRM) break
    }
    await page.keyboard.press('Enter')
    await heading(page, /^\w+ preliminary quotes are ready$/).waitFor()
    expect((await statusOf(uid)).status).toBe('quoted')
  })

  test('refuses to confirm what was changed after the person read it, and shows it as it stands', async () => {
    const application = await drafted()
    const { uid } = application
    const page = await opened(application)
    await umbrellaCall(at(), 'draft', { uid, intake: { vehicle_count: 3 } })
    await answerAlone(page)
    await page.getByRole('button', { name: CONFIRM }).click()
    expect(await page.getByRole('status').textContent()).toMatch(
      /^Your application has changed since you opened this page/,
    )
    expect(await group(page, 'Vehicles and boats').textContent()).toMatch(/Cars, vans and pickups\s*3/)
    expect((await statusOf(uid)).status).toBe('ready_for_review')
  })

  test('keeps the address together, takes in drivers, and asks for what an answer makes necessary', async () => {
    const application = await drafted()
    const { uid } = application
    const page = await opened(application)
    const home = group(page, 'Primary home')
    await home.getByText('Edit').click()
    await home.getByLabel('State').selectOption('Texas')
    await home.getByRole('button').click()
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toHaveLength(1)
    await home.getByLabel('ZIP code').fill('78701')
    await home.getByRole('button').click()
    expect(await page.getByRole('status').textContent()).toBe('Saved. State: Texas. ZIP code: 78701.')

    const drivers = group(page, 'Drivers')
    await drivers.getByLabel('Full name').fill('Cy Buyer')
    await drivers.getByLabel('Date of birth').fill('1/2/1999')
    await drivers.getByLabel('Driver’s license state').selectOption('Texas')
    await drivers.getByLabel('Driver’s license number').fill('C7654321')
    await drivers.getByText('Edit').click()
    await drivers.getByRole('button').click()
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
      'Does anyone else in your household drive? Choose Yes or No.',
    ])
    const others = drivers.getByRole('group', { name: 'Does anyone else in your household drive?' })
    await others.getByLabel('Yes').check()
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

  test('says how things stand in the other states, and prints no question with the policy', async () => {
    const page = await opened(await drafted())
    await group(page, 'History').getByText('Edit').click()
    await inspect(page, 'review')
    const { owner } = (await query(service.databaseUrl, 'select owner from intakes limit 1'))[0] as {
      owner: string
    }
    const told = [
      ['ineligible', 'We can’t get quotes for this application', { felony: true }],
      ['pending_quotes', 'Thank you. We’re getting your quotes', {}],
      ['quoted', 'One preliminary quote is ready', {}],
      ['ready_to_finalize', 'Sign to buy your policy', {}],
      ['info_requested', 'The insurance company needs more information', {}],
    ] as const
    for (const [status, words, answers] of told) {
      const { intake } = await umbrellaIn(service, { owner, status, answers })
      const { email = '' } = intake.application.household
      const { uid } = intake
      await opened({ uid, email, url: reviewUrl(service.app, uid) })
      await heading(page, words).waitFor()
      expect(await page.getByRole('button', { name: CONFIRM }).count(), status).toBe(0)
    }
    const { uid, email } = await readyToFinalize(at(), { carrier: 'Marrowby' })
    await umbrellaCall(at(), 'bind', { uid, bind_confirmed: true })
    const { policy } = (await untilStatus(at(), uid, ['bound'])).body as { policy: { policy_number: string } }
    await opened({ uid, email, url: reviewUrl(service.app, uid) })
    await page.getByRole('heading', { name: policy.policy_number }).waitFor()
    await inspect(page, 'bound')
    const agree = page.getByLabel('I agree to receive documents electronically.')
    expect(await agree.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await agree.isVisible()).toBe(false)
  })

  test('lets the buyer read, sign and buy, at any size, and says afterwards that they signed', async () => {
    const { uid, email } = await readyToFinalize(at(), { carrier: 'Marrowby', values: { jet_skis: 19 } })
    const { sign_url } = (await umbrellaCall(at(), 'bind', { uid, bind_confirmed: true })).body
    const { page, context } = await signedInTab({ uid, email, url: String(sign_url) })
    await page.goto(String(sign_url))
    await heading(page, 'Sign to buy your policy').waitFor()
    const bought = await page.getByRole('region', { name: 'What you’re buying' }).textContent()
    expect(bought).toMatch(/Marrowby.*\$540 a year.*\$2,000,000.*Start date\s*\w+ \d+, 20\d\d/s)
    expect(await group(page, 'Vehicles and boats').textContent()).toMatch(/Jet skis\s*19/)

    await sign(page)
    expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
      'Before you sign: Check the box when you’ve read this and agree.',
      'Electronic documents and signature: Check the box if you agree. To sign on paper, contact the agency.',
      'Your signature: type your name as it appears on the application, Ada Buyer.',
    ])
    expect((await statusOf(uid)).status).toBe('signature_needed')
    await inspectAtAnySize(page, 'sign')
    const other = await context.newPage()
    onTestFinished(() => other.close())
    await other.goto(String(sign_url))
    await fillSignature(other, 'ada  buyer')
    await answered(other, () => sign(other))
    await untilStatus(at(), uid, ['bound'])
    await other.reload()
    expect(await other.getByRole('article').textContent()).toMatch(/Signed\s*By ada {2}buyer, on /)
    await fillSignature(page, 'Ada Buyer')
    await sign(page)
    expect(await page.getByRole('status').textContent()).toMatch(/^Your application has changed/)
  })

  test('does not open with a link that has expired or was never made', async () => {
    const application = await drafted()
    const { uid, url } = application
    const { page } = await aTab()
    await page.goto(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)
    await heading(page, 'This link doesn’t work').waitFor()
    const own = await opened(application)
    service.pass(8 * DAY)
    await answerAlone(own)
    await own.getByRole('button', { name: CONFIRM }).click()
    await heading(own, 'This link doesn’t work').waitFor()
    expect((await statusOf(uid)).status).toBe('ready_for_review')
  })
})
