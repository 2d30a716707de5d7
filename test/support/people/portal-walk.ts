import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { extractText } from 'unpdf'
import { expect, onTestFinished } from 'vitest'
import { newTab } from '../browser/tab.ts'
import type { TestService } from '../servers/service.ts'
import { call, mailbox } from './client.ts'
import {
  type Applied,
  applied,
  askForLink,
  chooseFirst,
  confirmAll,
  emailedLink,
  fillSignature,
  heading,
  sign,
} from './portal-in-browser.ts'

/** That a form came back with a 400 or 409 the browser says by itself. */
export const EXPECTED = /status of (400|403|409|410)/

/** A form's problems: each leads to its field. */
export const problemsOn = async (page: Page): Promise<string[]> => {
  const links = page.getByRole('alert').getByRole('link')
  for (const link of await links.all()) {
    const id = (await link.getAttribute('href'))?.slice(1)
    expect(await page.locator(`[id="${id}"]`).count()).toBe(1)
  }
  return links.allTextContents()
}

/** An application with answers missing, and without the authorization. */
export const WITH_GAPS = {
  home: { roof_date: undefined, heating_type: undefined },
  applicant: { birthday: undefined },
  authorized: false,
  sandbox: false,
}

type Look = (page: Page, name: string) => Promise<void>

const signInByEmail = async (url: string, page: Page, person: Applied, look: Look): Promise<void> => {
  await page.goto(person.login)
  await look(page, 'sign in')
  await page.getByLabel('Email address').fill('nonsense')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  expect(await problemsOn(page)).toHaveLength(1)
  await askForLink(page, person)
  await heading(page, 'Check your email').waitFor()
  await look(page, 'check your email')
  await page.goto(await emailedLink(url, person.email))
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
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const price = await page.locator('.price').first().boundingBox()
  if (width < 400) expect(price?.y, 'the first price is seen at once').toBeLessThan(height)
  await offers.first().getByText('Why this price').click()
  await offers
    .first()
    .getByRole('img', { name: /^How the price comes to \$/ })
    .waitFor()
  await offers.first().getByText('Show as a table').click()
  await look(page, 'offers')
  const meaning = page
    .getByText('Pays to repair or rebuild your home after a covered loss, up to this limit.')
    .first()
  expect(await meaning.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Dwelling (A)' }).first().press('Enter')
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

const dashboardRow = async ({ service, key }: World, uid: string) => {
  const { body, text } = await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })
  return { row: (body.properties as Record<string, unknown>[])[0], text }
}

type World = { browser: Browser; service: TestService; key: string }

/** From the emailed link to the policy. */
export const walkPortal = async (world: World, look: Look, options: BrowserContextOptions = {}) => {
  const { browser, service, key } = world
  const person = await applied(service.url, key, WITH_GAPS)
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const { page, complaints } = await newTab(context, EXPECTED)
  await signInByEmail(service.url, page, person, look)
  await fixAnswers(page, look)
  await compareOffers(page, look)
  const before = await dashboardRow(world, person.uid)
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

  const after = await dashboardRow(world, person.uid)
  const ofPolicy = ['life', 'state', 'starts_on', 'ends_on']
  expect(Object.keys(after.row ?? {})).toEqual([...Object.keys(before.row ?? {}), ...ofPolicy])
  for (const secret of ['Ada', 'Elm Street', person.email, number]) expect(after.text).not.toContain(secret)
  expect(complaints).toEqual([])
}
