import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { fitsAtAnySize, inspect } from '../../support/browser/inspect.ts'
import { goOnAs, sharedTab } from '../../support/browser/tab.ts'
import { query } from '../../support/database/database.ts'
import { answerByKeyboard } from '../../support/people/answered-alone.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, type Homeowner } from '../../support/people/homeowner-in-portal.ts'
import {
  type Applied,
  applied,
  askForLink,
  chooseFirst,
  confirmAll,
  fillSignature,
  heading,
  sign,
  signIn,
} from '../../support/people/portal-in-browser.ts'
import { EXPECTED, problemsOn, WITH_GAPS, walkPortal } from '../../support/people/portal-walk.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

describe('the portal', { timeout: 120_000 }, () => {
  let browser: Browser
  let service: TestService
  let key: string
  beforeAll(async () => {
    ;[browser, service] = await Promise.all([
      launchBrowser(),
      startTestService({
        env: { RATE_LIMITS: 'off', AGENCY_NAME: 'Elm & Sons', AGENCY_PHONE: '217-555-0142' },
      }),
    ])
    key = await getKey(service.url, newEmail())
  })
  afterAll(() => Promise.all([browser.close(), service.stop()]))

  const aTab = sharedTab(() => browser, {}, EXPECTED)

  /** As by the link in the email, which the journeys follow. */
  const signedInTab = async (homeowner: Homeowner) => {
    const tab = await aTab()
    await goOnAs(await signedInHomeowner(service, homeowner), tab.context)
    return tab
  }

  const application = (given: Parameters<typeof applied>[2] = {}): Promise<Applied> =>
    applied(service.url, key, given)

  const homeownerOf = async (given: Parameters<typeof applied>[2] = {}): Promise<Homeowner> =>
    asHomeowner(service, (await application(given)).uid)

  /** As on the pages from the quotes to the signature, which the journeys walk. */
  const signs = async (homeowner: Homeowner): Promise<void> => {
    await homeowner.untilAt('offers')
    await homeowner.selectBest()
    await homeowner.confirmAll()
    await homeowner.sign()
  }

  const openPortal = (page: Page) => page.goto(`${service.url}/portal`)

  const saidOn = (page: Page): Promise<string[]> => page.getByRole('status').allTextContents()

  /** As it is typed into a date field of a browser in American English. */
  const americanDay = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1')

  test('from the emailed link to the policy, with JavaScript off, on a phone', () =>
    walkPortal({ browser, service, key }, async () => undefined, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      isMobile: true,
    }))

  test('a used link, and one that never existed, lead to a new one', async () => {
    const { page, context } = await aTab()
    await askForLink(page, await application())
    const link = String(await page.getByRole('link', { name: 'Open the link' }).getAttribute('href'))
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.goto(link)
    await heading(page, 'Your quotes').waitFor()
    // From here on in the browser of somebody else.
    await context.clearCookies()
    await page.goto(link)
    await heading(page, 'This link no longer works').waitFor()
    await inspect(page, 'a dead link')
    await page.getByRole('link', { name: 'Email me a new link' }).click()
    await heading(page, /^Sign in/).waitFor()
    await page.goto(`${service.url}/portal/login?ref=nothing`)
    await inspect(page, 'a reference that is not ours')
    await context.clearCookies()
    await page.goto(`${service.url}/portal/review`)
    await heading(page, 'Please sign in').waitFor()
    await inspect(page, 'outside')
  })

  /** A reader who does not hear the progress stays on the page. */
  const holdStill = (page: Page) => page.route(/\?poll=/, route => route.abort())

  test('the waiting page counts real answers, keeps its place and goes on by itself', async () => {
    const { page, complaints } = await signedInTab(await homeownerOf({ home: { home_sqft: 3304 } }))
    await openPortal(page)
    await heading(page, 'We’re getting quotes for your home').waitFor()
    expect(await page.getByRole('progressbar').getAttribute('max')).toBe('5')
    const shifts: number[] = []
    await page.exposeFunction('noteShift', (value: number) => shifts.push(value))
    await page.evaluate(`
      new PerformanceObserver(list => { for (const one of list.getEntries()) window.noteShift(one.value) })
        .observe({ type: 'layout-shift' })`)
    await page.waitForResponse(response => response.url().includes('/portal/quotes?poll'))
    await heading(page, 'Your quotes').waitFor()
    expect(shifts).toEqual([])
    expect(new URL(page.url()).pathname).toBe('/portal/quotes')
    expect(complaints).toEqual([])
    const { page: still } = await signedInTab(await homeownerOf({ home: { home_sqft: 3330 } }))
    await holdStill(still)
    await openPortal(still)
    await heading(still, 'We’re getting quotes for your home').waitFor()
    await inspect(still, 'waiting')
  })

  test('quotes are shared and a test policy is sent to a lender, each on a page that anyone can use', async () => {
    const homeowner = await homeownerOf()
    const { page, context } = await signedInTab(homeowner)
    await homeowner.untilAt('offers')
    await openPortal(page)
    await page.getByRole('link', { name: /^Share these quotes/ }).click()
    await page.getByRole('button', { name: 'Create a link to share' }).click()
    const link = String(await page.locator('.one-time-key').textContent())
    expect(await page.locator(':focus').textContent()).toBe('Your link')
    await inspect(page, 'share')
    const other = await context.newPage()
    onTestFinished(() => other.close())
    await other.goto(link)
    await heading(other, 'Ada’s home insurance quotes').waitFor()
    await inspect(other, 'shared quotes')
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await heading(page, 'Your quotes').waitFor()
    expect(await saidOn(page)).toEqual(['You’ve stopped sharing. The link no longer works.'])
    await other.reload()
    await heading(other, 'This link no longer works').waitFor()
    await signs(homeowner)
    await homeowner.untilAt('bound')
    await openPortal(page)
    await heading(page, 'Your test is complete').waitFor()
    await page.getByLabel('Your lender’s email address').fill('lender@example.com')
    await page.getByRole('button', { name: 'Send to my lender' }).click()
    await page.getByText('With a real policy, we’d have emailed').waitFor()
    await inspect(page, 'sent to the lender')
    expect(await mailbox(service.url, 'lender@example.com')).toEqual([])
    await page.getByRole('link', { name: /^Add or change a lender/ }).click()
    await heading(page, 'Add or change a lender').waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await problemsOn(page)).toEqual(['Lender’s name: Enter an answer.'])
    await inspect(page, 'a lender to add')
  })

  test('two tabs that sign at once get one policy', async () => {
    const homeowner = await homeownerOf({ home: { home_sqft: 5553 } })
    await homeowner.untilAt('offers')
    await homeowner.selectBest()
    await homeowner.confirmAll()
    const { page, context } = await signedInTab(homeowner)
    const [other, still] = [await context.newPage(), await context.newPage()]
    onTestFinished(async () => {
      await Promise.all([other.close(), still.close()])
    })
    await holdStill(still)
    for (const tab of [page, other]) await openPortal(tab)
    await Promise.all([fillSignature(page), fillSignature(other)])
    await Promise.all([sign(page), sign(other)])
    await openPortal(still)
    await heading(still, 'Your policy is being issued').waitFor()
    await Promise.all([page, other].map(tab => heading(tab, 'Your test is complete').waitFor()))
    const { uid } = homeowner.caller
    expect(await query(service.databaseUrl, 'select 1 from policies where uid = $1', [uid])).toHaveLength(1)
    await inspect(still, 'issuing')
    expect(await page.getByText('Do none of this now').count()).toBe(1)
    await page.getByRole('link', { name: /^Print a letter/ }).click()
    await heading(page, 'Letter to cancel your old policy').waitFor()
    expect(await page.getByRole('article').textContent()).toContain('Don’t send this letter')
    await inspect(page, 'letter')
  })

  /** Each is one long answer on the page that is signed. */
  const longAnswers = {
    street: '12345 North Saint Bartholomew of the Mountains Boulevard Apartment 1204',
    prior_carrier: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochversicherung',
    loans: [
      {
        lender_name: 'First Federal Bank of the Upper Midwest, its successors and assigns (ISAOA/ATIMA)',
        loan_number: '00012345678901234567890123456789',
        loan_type: 'mortgage',
        escrow: true,
      },
    ],
    claims_last_5_years: 1,
    losses: [{ date: '2023-05-04', cause: 'wind_hail', amount_paid: 4000, open: false }],
  }

  /** Whether the link to the step before lies on the name of this one, on a phone with letters twice as large. */
  const namesCollide = async (page: Page): Promise<boolean> => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate('document.documentElement.style.fontSize = "200%"')
    const [link, name] = await Promise.all(
      ['.path a', '.path [aria-current] > span'].map(one => page.locator(one).boundingBox()),
    )
    await page.evaluate('document.documentElement.style.fontSize = ""')
    if (!link || !name) throw new Error('A name is not on the page.')
    return link.x + link.width > name.x && link.y + link.height > name.y
  }

  test('the way back shows how things stand, and a step that is not open leads to the one that is', async () => {
    const homeowner = await homeownerOf({ home: longAnswers })
    await homeowner.untilAt('offers')
    const { page } = await signedInTab(homeowner)
    await page.goto(`${service.url}/portal/sign`)
    expect(await saidOn(page)).toEqual(['That page isn’t available right now. Choose a quote first.'])
    await chooseFirst(page)
    await heading(page, /to check$/).waitFor()
    expect(await namesCollide(page)).toBe(false)
    await page.getByText('Correct another answer').click()
    await fitsAtAnySize(page, 'review with a long word')
    await page.goBack()
    await heading(page, 'Your quotes').waitFor()
    expect(await page.getByText('Chosen', { exact: true }).count()).toBe(1)
    await page.emulateMedia({ media: 'print' })
    const [card, flag] = await Promise.all(
      ['.recommended', '.flag'].map(one => page.locator(one).boundingBox()),
    )
    expect(flag?.y, 'printed, the flag stays with its card').toBeGreaterThanOrEqual(Number(card?.y))
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'Continue with the quote you chose' }).click()
    await confirmAll(page)
    await heading(page, 'Sign to buy your policy').waitFor()
    await fitsAtAnySize(page, 'sign with a loan and a claim')
    await page.emulateMedia({ media: 'print' })
    const printed = (part: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${part}')).breakInside`)
    expect(await printed('.known .card'), 'a long answer list fills the page it begins on').toBe('auto')
    expect(await printed('.bought'), 'a price stays with its home').toBe('avoid')
    expect(await printed('.covers > div'), 'an answer stays with its question').toBe('avoid')
    await page.emulateMedia({ media: 'screen' })
    await fillSignature(page)
    await sign(page)
    await heading(page, 'Your test is complete').waitFor()
    await fitsAtAnySize(page, 'policy')
    await page.goBack()
    await heading(page, 'Your test is complete').waitFor()
    const visitor = await signedInHomeowner(service, homeowner)
    for (const path of ['answers', 'quotes', 'review', 'sign', 'ended', 'withdraw']) {
      const { location } = await visitor.open(`/portal/${path}`)
      expect(String(location), path).toMatch(/^\/portal\/policy(\?|$)/)
    }
    expect(await page.getByRole('link', { name: /^Withdraw/ }).count()).toBe(0)
    await page.getByText('Get your documents by postal mail').click()
    await page.getByRole('button', { name: 'Send my documents by postal mail' }).click()
    await page.getByText('You withdrew your consent to electronic delivery.').waitFor()
  })

  test('the keyboard alone is enough', async () => {
    const { page } = await aTab()
    const focused = () =>
      page.evaluate<string>(`(() => {
      const one = document.activeElement
      return (one.labels?.[0]?.textContent || one.textContent || '').trim()
    })()`)
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let steps = 0; steps < 80; steps++) {
        await page.keyboard.press('Tab')
        if (name.test(await focused())) return
      }
      throw new Error(`the keyboard does not reach ${name}`)
    }
    const person = await application({ home: { heating_type: undefined }, authorized: false })
    await page.goto(person.login)
    await tabTo(/^Email address/)
    await page.keyboard.type(person.email)
    await page.keyboard.press('Enter')
    await heading(page, 'Your sign-in link').waitFor()
    await tabTo(/^Open the link/)
    await page.keyboard.press('Enter')
    await heading(page, 'Your link works').waitFor()
    await tabTo(/^Continue/)
    await page.keyboard.press('Enter')
    await heading(page, 'One answer is missing').waitFor()
    await tabTo(/^Gas, forced air/)
    await page.keyboard.press('Space')
    await tabTo(/^I have read and authorize/)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await heading(page, 'Your quotes').waitFor()
    await tabTo(/^Choose/)
    await page.keyboard.press('Enter')
    await heading(page, /to check$/).waitFor()
    await answerByKeyboard(page)
    await tabTo(/^Confirm my answers$/)
    await page.keyboard.press('Enter')
    await heading(page, 'Sign to buy your policy').waitFor()
    await tabTo(/^When should coverage start/)
    await page.keyboard.type(americanDay(String(await page.locator('#effective_date').getAttribute('min'))))
    await tabTo(/^I have read this/)
    await page.keyboard.press('Space')
    await tabTo(/^I agree to sign/)
    await page.keyboard.press('Space')
    await tabTo(/^Type your full name/)
    await page.keyboard.type('Ada Homeowner')
    await page.keyboard.press('Enter')
    await heading(page, 'Your test is complete').waitFor()
  })

  test('an authorization is withdrawn, then the application; both ask first', async () => {
    const homeowner = await homeownerOf()
    await homeowner.untilAt('offers')
    const { page } = await signedInTab(homeowner)
    await openPortal(page)
    await page.getByRole('link', { name: /^Withdraw/ }).click()
    await page.getByRole('button', { name: 'Withdraw the authorization' }).waitFor()
    await inspect(page, 'withdraw')
    await page.getByRole('button', { name: 'Withdraw the authorization' }).click()
    await heading(page, 'One step left: your authorization').waitFor()
    expect(await page.getByLabel('I have read and authorize this.').isChecked()).toBe(false)
    await page.getByRole('link', { name: /^Withdraw/ }).click()
    await page.getByRole('button', { name: 'Withdraw the application' }).click()
    await heading(page, 'You withdrew your application').waitFor()
    await inspect(page, 'withdrawn')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You’re signed out.').waitFor()
  })

  test('answers that are only begun are kept for later', async () => {
    const { page } = await signedInTab(await homeownerOf({ ...WITH_GAPS, sandbox: true }))
    await openPortal(page)
    await page.getByLabel('Heat pump').check()
    await page.getByLabel('When was the roof last replaced?').fill('1962')
    await page.getByRole('button', { name: 'Save and finish later' }).click()
    await heading(page, 'Two answers are missing').waitFor()
    expect(await saidOn(page)).toEqual(['We saved your other answers. These are not saved yet:'])
    expect(await problemsOn(page)).toEqual([
      'When was the roof last replaced? This is earlier than your answer to “When was it built?”: 1995.',
    ])
    await page.getByLabel('When was the roof last replaced?').fill('2012')
    await page.getByRole('button', { name: 'Save and finish later' }).click()
    await heading(page, 'One answer is missing').waitFor()
    expect(await saidOn(page)).toEqual([expect.stringContaining('Your answers are saved.')])
  })

  test('what no company insures, what a company refuses or asks, and what credit did, is said in words', async () => {
    const inPortal = async (home_sqft: number, act: (homeowner: Homeowner) => Promise<unknown>) => {
      const homeowner = await homeownerOf({ home: { home_sqft } })
      await act(homeowner)
      const { page } = await signedInTab(homeowner)
      await openPortal(page)
      return page
    }
    const none = await inPortal(2222, homeowner => homeowner.untilAt('no_offers'))
    await heading(none, 'No insurance company offered a quote').waitFor()
    await inspect(none, 'no offers')

    const refused = await inPortal(5551, signs)
    await refused.getByRole('heading', { name: /didn’t issue the policy$/ }).waitFor()

    const asked = await inPortal(5552, signs)
    await asked.getByRole('heading', { name: /needs more information$/ }).waitFor()
    await asked.getByText(/^This policy is not issued\. To answer, (call|contact) /).waitFor()

    const credit = await inPortal(5554, homeowner => homeowner.untilAt('offers'))
    await credit.getByRole('heading', { name: /^How your credit information was used/ }).waitFor()
    expect(await credit.getByText('free copy of your report').count()).toBe(1)
    await inspect(credit, 'credit notice', '.notices')
  })

  /** With quotes for both. */
  const withTwoHomes = async () => {
    const [one, two] = [completeIntake().home[0], completeIntake().home[0]]
    const homeowner = await homeownerOf({ applicant: { home: [one, two] } })
    await homeowner.untilAt('offers')
    const { page } = await signedInTab(homeowner)
    await openPortal(page)
    return { one, two, homeowner, page }
  }

  test('with several homes one offer is chosen for each', async () => {
    const { one, two, homeowner, page } = await withTwoHomes()
    await page.getByRole('button', { name: 'Continue with these quotes' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Choose a quote for at least one home')
    const homes = [one, two].map(home => page.getByRole('group', { name: new RegExp(`^${home?.street}`) }))
    for (const home of homes) await home.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Continue with these quotes' }).click()
    await page.getByText('Correct another answer').click()
    for (const home of homes) expect(await home.getByText('Correct this: Street address').count()).toBe(1)
    await homeowner.confirmAll()
    await homeowner.sign()
    await homeowner.untilAt('bound')
    await openPortal(page)
    await heading(page, 'Your test is complete').waitFor()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(2)
  })

  test('with several homes one can be bought now and the other later', async () => {
    const { one, two, homeowner, page } = await withTwoHomes()
    const [first] = await page.locator('section.home').all()
    await first?.getByRole('radio').first().check()
    await inspect(page, 'two homes')
    await page.getByRole('button', { name: 'Continue with these quotes' }).click()
    await confirmAll(page)
    await page.getByText(`Not part of this purchase: ${two?.street}`).waitFor()
    await inspect(page, 'one of two homes')
    const contents = page.getByRole('navigation', { name: 'On this page' })
    expect(await contents.getByRole('link').count()).toBe(10)
    for (const link of await contents.getByRole('link').all()) {
      await link.click()
      await page.locator(':target').waitFor()
    }
    await fillSignature(page)
    await sign(page)
    await page.getByText(`The policy for ${one?.street}`).waitFor()
    await inspect(page, 'one home bought')
    await page.getByRole('link', { name: 'See your policy' }).click()
    await page.getByRole('link', { name: 'Download your binder (PDF)' }).waitFor()
    await page.getByRole('link', { name: 'Continue with your other home' }).click()
    await heading(page, 'Your quotes').waitFor()
    await signs(homeowner)
    await homeowner.untilAt('bound')
    await openPortal(page)
    await heading(page, 'Your test is complete').waitFor()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(2)
  })

  // Last: it moves the clock.
  test('a month later the person signs in again, hears that the quotes expired, and gets new ones', async () => {
    const person = await application()
    const homeowner = asHomeowner(service, person.uid)
    await homeowner.untilAt('offers')
    await homeowner.selectBest()
    const { page } = await signedInTab(homeowner)
    service.pass(31 * DAY)
    await openPortal(page)
    await heading(page, 'You’ve been signed out').waitFor()
    await inspect(page, 'signed out')
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await signIn(page, person)
    await heading(page, 'Your quotes have expired').waitFor()
    await inspect(page, 'expired quotes')
    await page.getByRole('button', { name: 'Get new quotes' }).click()
    await heading(page, 'Your quotes').waitFor()
  })
})
