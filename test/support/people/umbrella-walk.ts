import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { pngOf } from '../browser/pictures.ts'
import { query } from '../database/database.ts'
import type { TestService } from '../servers/service.ts'
import { answerAlone } from './answered-alone.ts'
import { fillBindAnswers, fillSignature, heading, openAsBuyer, sign } from './portal-in-browser.ts'
import { completeHousehold, umbrellaCall, untilStatus } from './umbrella-applications.ts'

export const CONFIRM = 'This is correct. Get my quotes'

/** The page that answers a form is there: opened again before, it would be given up. */
export const answered = async (page: Page, send: () => Promise<void>): Promise<void> => {
  const shown = page.waitForEvent('load')
  await send()
  await shown
}

export const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

type At = { url: string; key: string }

export type Drafted = { uid: string; url: string; email: string }

/** What an operator sends, and where the buyer reviews it. */
export const draftedUmbrella = async (
  at: At,
  values: object = {},
  field_estimates: object[] = [],
): Promise<Drafted> => {
  const intake = completeHousehold(values)
  const { body } = await umbrellaCall(at, 'draft', { intake, field_estimates, sandbox: true })
  return { uid: String(body.uid), url: String(body.review_url), email: intake.email }
}

type World = { browser: Browser; service: TestService; key: string }

type Look = (page: Page, name: string) => Promise<void>

/** From a correction over the quotes to the policy, on one page; the agent goes on meanwhile. */
export const walkUmbrella = async (
  { browser, service, key }: World,
  look: Look,
  options: BrowserContextOptions = {},
): Promise<void> => {
  const at = { url: service.url, key }
  const application = await draftedUmbrella(at, { jet_skis: 17 }, [
    { field: 'net_worth_numeric', source: 'public_records', confidence: 'low' },
  ])
  const { uid } = application
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await openAsBuyer(page, application)
  await heading(page, 'Review your application').waitFor()
  await look(page, 'review')
  expect(await page.getByRole('note').textContent()).toContain('SANDBOX')
  expect(await group(page, 'Family and driver’s license').textContent()).toContain('B12345678901')
  expect(await group(page, 'You').textContent()).toContain('April 12, 1980')
  const worth = group(page, 'Work and net worth')
  expect(await worth.textContent()).toMatch(/\$1,800,000\s+A guess Public records/)

  await worth.getByText('Edit').click()
  await worth.getByLabel('Your household’s net worth').fill('a lot')
  await worth.getByRole('button').click()
  expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual([
    'Your household’s net worth: Enter an amount in whole dollars, from $0 to $10,000,000,000.',
  ])
  expect(await worth.getByLabel('Your household’s net worth').inputValue()).toBe('a lot')
  await worth.getByLabel('Your household’s net worth').fill('$2.5M')
  await worth.getByRole('button').click()
  expect(await page.getByRole('status').textContent()).toBe('Saved. Your household’s net worth: $2,500,000.')
  expect(await page.evaluate('document.activeElement.role')).toBe('status')
  expect(await worth.textContent()).not.toContain('A guess')

  await answerAlone(page, { jet_skis: 17 })
  await page.getByRole('button', { name: CONFIRM }).click()
  await heading(page, /getting your quotes$|^\w+ preliminary quotes are ready$/).waitFor()
  await untilStatus(at, uid, ['quoted'])
  await heading(page, /^\w+ preliminary quotes are ready$/).waitFor()
  const [consent] = await query(
    service.databaseUrl,
    `select proof from consents where uid = '${uid}' and purpose = 'umbrella_application_review'`,
  )
  expect(consent).toEqual({ proof: 'portal_session' })

  await look(page, 'quotes')
  await page
    .getByRole('article', { name: /Brindlemoor/ })
    .getByText('Why this price')
    .click()
  await page.getByRole('button', { name: /Choose Brindlemoor/ }).click()
  await heading(page, 'A few answers and your consent').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await page.getByRole('alert').getByRole('link').allTextContents()).toEqual(
    expect.arrayContaining(['Start date: Enter an answer.', 'Soft credit check: Choose Yes or No.']),
  )
  await look(page, 'answers with problems')
  await fillBindAnswers(page)

  await heading(page, 'Sign to buy your policy').waitFor()
  await look(page, 'sign')
  await fillSignature(page, 'Ada Buyer')
  await answered(page, () => sign(page))
  await page.getByText(/^Your start date is \w+ \d+, 20\d\d\. If the policy isn’t ordered by then/).waitFor()
  const file = { name: 'page.png', mimeType: 'image/png', buffer: pngOf(400, 400) }
  const send = async () => {
    await page.getByLabel('Home policy: declarations page').setInputFiles(file)
    await page.getByLabel('Auto policy: declarations page').setInputFiles(file)
    await answered(page, () => page.getByRole('button', { name: 'Send', exact: true }).click())
  }
  await look(page, 'documents')
  await send()
  await page.getByRole('region', { name: 'What you sent' }).getByText('Not accepted').first().waitFor()
  await send()
  await heading(page, 'Your test is complete').waitFor()
  await look(page, 'policy')
  expect(await page.getByRole('article').textContent()).toMatch(/Signed\s*By Ada Buyer/)
  expect(await page.getByRole('link', { name: /^Download/ }).count()).toBe(1)
}
