import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../../src/lib/clock.ts'
import { launchBrowser } from '../support/browser/browser.ts'
import { fitsAtAnySize, inspect } from '../support/browser/inspect.ts'
import { query } from '../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../support/people/client.ts'
import { completeIntake } from '../support/people/homeowner-applications.ts'
import {
  type Applied,
  applied,
  askForLink,
  chooseFirst,
  confirmAll,
  fillSignature,
  heading,
  mailedLink,
  sign,
  signIn,
} from '../support/people/portal.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

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

  /** A person at a browser of their own, and what its console complains about. That a form came back with a 400 or 409 the browser says by itself. */
  const aPerson = async (options: BrowserContextOptions = {}) => {
    const context: BrowserContext = await browser.newContext(options)
    onTestFinished(() => context.close())
    const complaints: string[] = []
    const page = await context.newPage()
    page.on('console', message => {
      const expected = /status of (400|403|409|410)/.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text())
    })
    page.on('pageerror', error => complaints.push(error.message))
    return { context, page, complaints }
  }

  const application = (given: Parameters<typeof applied>[2] = {}): Promise<Applied> =>
    applied(service.url, key, given)

  const dashboardRow = async (uid: string) => {
    const { body, text } = await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })
    return { row: (body.properties as Record<string, unknown>[])[0], text }
  }

  const saidOn = (page: Page): Promise<string[]> => page.getByRole('status').allTextContents()

  /** A form's problems: each leads to its field. */
  const problemsOn = async (page: Page): Promise<string[]> => {
    const links = page.getByRole('alert').getByRole('link')
    for (const link of await links.all()) {
      const id = (await link.getAttribute('href'))?.slice(1)
      expect(await page.locator(`[id="${id}"]`).count()).toBe(1)
    }
    return links.allTextContents()
  }

  /** As it is typed into a date field of a browser in American English. */
  const americanDay = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1')

  const missing = {
    home: { roof_date: undefined, heating_type: undefined },
    applicant: { birthday: undefined },
    authorized: false,
    sandbox: false,
  }

  const journeys: [name: string, options: BrowserContextOptions, look: typeof inspect][] = [
    ['in a browser with scripts', {}, inspect],
    [
      'with JavaScript off, on a phone',
      { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, isMobile: true },
      async () => undefined,
    ],
  ]

  type Look = (page: Page, name: string) => Promise<void>

  const signInByMail = async (page: Page, person: Applied, look: Look): Promise<void> => {
    await page.goto(person.login)
    await look(page, 'sign in')
    await page.getByLabel('Email address').fill('nonsense')
    await page.getByRole('button', { name: 'Email me a link' }).click()
    expect(await problemsOn(page)).toHaveLength(1)
    await askForLink(page, person)
    await heading(page, 'Check your email').waitFor()
    await look(page, 'check your email')
    await page.goto(await mailedLink(service.url, person.email))
    await look(page, 'enter')
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  const fixAnswers = async (page: Page, look: Look): Promise<void> => {
    await heading(page, 'Three answers are missing').waitFor()
    await page.getByRole('button', { name: 'Get my quotes' }).click()
    expect(await problemsOn(page)).toHaveLength(4)
    expect(await page.title()).toMatch(/^Please correct: Answers · /)
    expect(await page.locator(':focus').textContent()).toMatch(/^\s*4 things to correct/)
    await look(page, 'answers with problems')
    await page.getByLabel('Your date of birth').fill('12/31/2024')
    await page.getByLabel('When was the roof last replaced?').fill('long ago')
    await page.getByLabel('Heat pump').check()
    await page.getByLabel('I have read and authorize this.').check()
    await page.getByRole('button', { name: 'Get my quotes' }).click()
    expect(await problemsOn(page)).toEqual([
      'Your date of birth: Check this date of birth. It’s too recent or too long ago.',
      'When was the roof last replaced? Enter a year, like 1995, or a full date, like 6/30/1995.',
    ])
    expect(await page.getByLabel('When was the roof last replaced?').inputValue()).toBe('long ago')
    expect(await page.getByLabel('Heat pump').isChecked()).toBe(true)
    await page.getByLabel('Your date of birth').fill('4/12/1980')
    await page.getByLabel('When was the roof last replaced?').fill('2012')
    await page.getByRole('button', { name: 'Get my quotes' }).click()
  }

  const compareOffers = async (page: Page, look: Look): Promise<void> => {
    await heading(page, 'Your quotes').waitFor()
    const offers = page.getByRole('article')
    expect(await offers.count()).toBeGreaterThanOrEqual(3)
    await offers.first().getByText('Why this price').click()
    await offers
      .first()
      .getByRole('img', { name: /^How the price comes to \$/ })
      .waitFor()
    await offers.first().getByText('Show as a table').click()
    await look(page, 'offers')
    const meaning = page.getByText('Pays to repair or rebuild your home.').first()
    expect(await meaning.isVisible()).toBe(false)
    await offers.first().getByRole('button', { name: 'Dwelling (A)' }).press('Enter')
    await meaning.waitFor()
    await page.keyboard.press('Escape')
    await meaning.waitFor({ state: 'hidden' })
    await page
      .getByRole('button', { name: /^Choose/ })
      .last()
      .scrollIntoViewIfNeeded()
    const prices = await page.getByRole('navigation', { name: 'Prices a year' }).boundingBox()
    expect(prices?.y).toBeGreaterThanOrEqual(0)
    expect(prices?.y).toBeLessThan(page.viewportSize()?.height ?? 0)
  }

  const correctAnEstimate = async (page: Page, look: Look): Promise<void> => {
    await heading(page, /to check$/).waitFor()
    const estimate = page.getByRole('listitem').filter({ hasText: 'How well is the interior finished?' })
    await estimate.getByText('Correct this').click()
    await look(page, 'review')
    await estimate.getByLabel('Luxury').check()
    const roof = page.getByRole('listitem').filter({ hasText: 'When was the roof last replaced?' })
    await page.getByText('Correct another answer').click()
    await roof.last().getByText('Correct this').click()
    await roof.last().getByLabel('When was the roof last replaced?').fill('2011')
    await page.getByRole('button', { name: 'Save my corrections' }).click()
    await heading(page, 'Your quotes').waitFor()
    expect(await page.getByRole('button', { name: /^Keep this quote at \$/ }).count()).toBe(1)
    expect(await page.getByRole('heading', { name: /^The price went up by \$/ }).count()).toBe(1)
    expect(await page.getByText(/: raises the price by/).count()).toBeGreaterThan(0)
  }

  const signCarelessly = async (page: Page, look: Look): Promise<void> => {
    await heading(page, 'Sign to buy your policy').waitFor()
    await sign(page)
    expect(await problemsOn(page)).toHaveLength(4)
    await look(page, 'sign with problems')
    await fillSignature(page, 'Somebody Else')
    await sign(page)
    expect(await problemsOn(page)).toEqual([
      'Your signature: type your name as it appears on the application, Ada Homeowner.',
    ])
    expect(await page.getByLabel('I agree to sign').isChecked()).toBe(true)
    await fillSignature(page, ' ada  homeowner ')
    await sign(page)
  }

  const downloadedBinder = async (page: Page): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download your binder (PDF)' }).click(),
    ])
    const pdf = await readFile(await download.path())
    return (await extractText(new Uint8Array(pdf), { mergePages: true })).text
  }

  test.each(journeys)('from the mailed link to the policy, %s', async (_name, options, look) => {
    const person = await application(missing)
    const { page, complaints } = await aPerson(options)
    await signInByMail(page, person, look)
    await fixAnswers(page, look)
    await compareOffers(page, look)
    const before = await dashboardRow(person.uid)
    await chooseFirst(page)
    await correctAnEstimate(page, look)
    await page.getByRole('button', { name: /^Keep this quote at \$/ }).click()
    await confirmAll(page)
    await signCarelessly(page, look)

    await heading(page, 'Your demonstration is complete').waitFor()
    await page.getByText('Demonstration, not insurance').first().waitFor()
    await look(page, 'policy')
    const number = String(await page.getByRole('article').getByRole('heading', { level: 2 }).textContent())
    expect(await downloadedBinder(page)).toContain(number)
    expect(await page.getByRole('link', { name: /^Print a letter/ }).count()).toBe(0)
    const emails = await mailbox(service.url, person.email)
    expect(emails.some(({ text }) => text.includes(number))).toBe(true)

    const after = await dashboardRow(person.uid)
    expect(Object.keys(after.row ?? {})).toEqual([...Object.keys(before.row ?? {}), 'life'])
    for (const secret of ['Ada', 'Elm Street', person.email, number]) expect(after.text).not.toContain(secret)
    expect(complaints).toEqual([])
  })

  test('a used link, and one that never existed, lead to a new one', async () => {
    const person = await application()
    const { page } = await aPerson()
    await askForLink(page, person)
    const link = String(await page.getByRole('link', { name: 'Open the link' }).getAttribute('href'))
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.goto(link)
    await heading(page, 'Your quotes').waitFor()
    const { page: stranger } = await aPerson()
    await stranger.goto(link)
    await heading(stranger, 'This link no longer works').waitFor()
    await inspect(stranger, 'a dead link')
    await stranger.getByRole('link', { name: 'Email me a new link' }).click()
    await heading(stranger, /^Sign in/).waitFor()
    await stranger.goto(`${service.url}/portal/login?ref=nothing`)
    await inspect(stranger, 'a reference that is not ours')
    await stranger.goto(`${service.url}/portal/review`)
    await heading(stranger, 'Please sign in').waitFor()
    await inspect(stranger, 'outside')
  })

  /** A reader who does not hear the progress stays on the page. */
  const holdStill = (page: Page) => page.route(/\?poll=/, route => route.abort())

  test('the waiting page counts real answers, keeps its place and goes on by itself', async () => {
    const { page, complaints } = await aPerson()
    await signIn(page, await application({ home: { home_sqft: 3304 } }))
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
    const { page: still } = await aPerson()
    await holdStill(still)
    await signIn(still, await application({ home: { home_sqft: 3330 } }))
    await inspect(still, 'waiting')
  })

  test('quotes are shared and a test policy is sent to a lender, each on a page that anyone can use', async () => {
    const person = await application()
    const { page, context } = await aPerson()
    await signIn(page, person)
    await heading(page, 'Your quotes').waitFor()
    await page.getByRole('link', { name: /^Share these quotes/ }).click()
    await page.getByRole('button', { name: 'Create a link to share' }).click()
    const link = String(await page.locator('.one-time-key').textContent())
    expect(await page.locator(':focus').textContent()).toBe('Your link')
    await inspect(page, 'share')
    const other = await context.newPage()
    await other.goto(link)
    await heading(other, 'Ada’s home insurance quotes').waitFor()
    await inspect(other, 'shared quotes')
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await heading(page, 'Your quotes').waitFor()
    expect(await saidOn(page)).toEqual(['You’ve stopped sharing. The link no longer works.'])
    await other.reload()
    await heading(other, 'This link no longer works').waitFor()
    await chooseFirst(page)
    await confirmAll(page)
    await fillSignature(page)
    await sign(page)
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
    const person = await application({ home: { home_sqft: 5553 } })
    const { page, context } = await aPerson()
    await signIn(page, person)
    await chooseFirst(page)
    await confirmAll(page)
    const [other, still] = [await context.newPage(), await context.newPage()]
    await holdStill(still)
    await other.goto(page.url())
    await Promise.all([fillSignature(page), fillSignature(other)])
    await Promise.all([sign(page), sign(other)])
    await still.goto(`${service.url}/portal`)
    await heading(still, 'Your policy is being issued').waitFor()
    await Promise.all([page, other].map(tab => heading(tab, 'Your test is complete').waitFor()))
    const policies = await query(service.databaseUrl, 'select 1 from policies where uid = $1', [person.uid])
    expect(policies).toHaveLength(1)
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
    const { page } = await aPerson()
    await signIn(page, await application({ home: longAnswers }))
    await heading(page, 'Your quotes').waitFor()
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
    await fillSignature(page)
    await sign(page)
    await heading(page, 'Your test is complete').waitFor()
    await fitsAtAnySize(page, 'policy')
    await page.goBack()
    await heading(page, 'Your test is complete').waitFor()
    for (const path of ['answers', 'quotes', 'review', 'sign', 'ended']) {
      await page.goto(`${service.url}/portal/${path}`)
      expect(new URL(page.url()).pathname).toBe('/portal/policy')
    }
    expect(await page.getByRole('link', { name: /^Withdraw/ }).count()).toBe(0)
    await page.goto(`${service.url}/portal/withdraw`)
    expect(new URL(page.url()).pathname).toBe('/portal/policy')
    await page.getByText('Get your documents by postal mail').click()
    await page.getByRole('button', { name: 'Send my documents by postal mail' }).click()
    await page.getByText('You withdrew your consent to electronic delivery.').waitFor()
  })

  test('the keyboard alone is enough', async () => {
    const { page } = await aPerson()
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
    await tabTo(/correct$/)
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
    const person = await application()
    const { page } = await aPerson()
    await signIn(page, person)
    await heading(page, 'Your quotes').waitFor()
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
    const { page } = await aPerson()
    const person = await application({ ...missing, sandbox: true })
    await signIn(page, person)
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
    const { page: none } = await aPerson()
    await signIn(none, await application({ home: { home_sqft: 2222 } }))
    await heading(none, 'No insurance company offered a quote').waitFor()
    await inspect(none, 'no offers')

    const { page: refused } = await aPerson()
    await signIn(refused, await application({ home: { home_sqft: 5551 } }))
    await chooseFirst(refused)
    await confirmAll(refused)
    await fillSignature(refused)
    await sign(refused)
    await refused.getByRole('heading', { name: /didn’t issue the policy$/ }).waitFor()

    const { page: asked } = await aPerson()
    await signIn(asked, await application({ home: { home_sqft: 5552 } }))
    await chooseFirst(asked)
    await confirmAll(asked)
    await fillSignature(asked)
    await sign(asked)
    await asked.getByRole('heading', { name: /needs more information$/ }).waitFor()

    const { page: credit } = await aPerson()
    await signIn(credit, await application({ home: { home_sqft: 5554 } }))
    await credit.getByRole('heading', { name: /^How your credit information was used/ }).waitFor()
    expect(await credit.getByText('free copy of your report').count()).toBe(1)
    await inspect(credit, 'credit notice')
  })

  test('with several homes one offer is chosen for each', async () => {
    const [one, two] = [completeIntake().home[0], completeIntake().home[0]]
    const { page } = await aPerson()
    await signIn(page, await application({ applicant: { home: [one, two] } }))
    await heading(page, 'Your quotes').waitFor()
    await page.getByRole('button', { name: 'Continue with these quotes' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('Choose a quote for at least one home')
    const homes = [one, two].map(home => page.getByRole('group', { name: new RegExp(`^${home?.street}`) }))
    for (const home of homes) await home.getByRole('radio').first().check()
    await page.getByRole('button', { name: 'Continue with these quotes' }).click()
    await page.getByText('Correct another answer').click()
    for (const home of homes) expect(await home.getByText('Correct this: Street address').count()).toBe(1)
    await confirmAll(page)
    await fillSignature(page)
    await sign(page)
    await heading(page, 'Your test is complete').waitFor()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(2)
  })

  test('with several homes one can be bought now and the other later', async () => {
    const [one, two] = [completeIntake().home[0], completeIntake().home[0]]
    const { page } = await aPerson()
    await signIn(page, await application({ applicant: { home: [one, two] } }))
    await heading(page, 'Your quotes').waitFor()
    const [first] = await page.locator('section.home').all()
    await first?.getByRole('radio').first().check()
    await inspect(page, 'two homes')
    await page.getByRole('button', { name: 'Continue with these quotes' }).click()
    await confirmAll(page)
    await page.getByText(`Not part of this purchase: ${two?.street}`).waitFor()
    await inspect(page, 'one of two homes')
    await fillSignature(page)
    await sign(page)
    await page.getByText(`The policy for ${one?.street}`).waitFor()
    await inspect(page, 'one home bought')
    await page.getByRole('link', { name: 'See your policy' }).click()
    await page.getByRole('link', { name: 'Download your binder (PDF)' }).waitFor()
    await page.getByRole('link', { name: 'Continue with your other home' }).click()
    await heading(page, 'Your quotes').waitFor()
    await chooseFirst(page)
    await confirmAll(page)
    await fillSignature(page)
    await sign(page)
    await heading(page, 'Your test is complete').waitFor()
    expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(2)
  })

  // Last: it moves the clock.
  test('a month later the person signs in again, hears that the quotes expired, and gets new ones', async () => {
    const person = await application()
    const { page } = await aPerson()
    await signIn(page, person)
    await chooseFirst(page)
    await confirmAll(page)
    await heading(page, 'Sign to buy your policy').waitFor()
    service.pass(31 * DAY)
    await page.reload()
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
