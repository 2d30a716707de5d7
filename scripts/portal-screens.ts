import type { Browser, Page } from 'playwright-core'
import { getKey } from '../test/support/people/client.ts'
import {
  applied,
  askForLink,
  chooseFirst,
  confirmAll,
  fillSignature,
  heading,
  sign,
  signIn,
} from '../test/support/people/portal-in-browser.ts'

type Screens = {
  browser: Browser
  service: string
  shoot: (page: Page, name: string, options?: { spanish: boolean }) => Promise<void>
}

const estimate = (field: string, source: string, confidence: string) => ({ field, source, confidence })

const home = {
  home_sqft: 1850,
  heating_type: undefined,
  field_estimates: [
    estimate('roof_date', 'public_records', 'medium'),
    estimate('siding_type', 'listing', 'high'),
  ],
}

/** The homeowner's way through a sandbox, a picture of each page. What its carriers do follows from `home_sqft`. */
export const portalScreens = async ({ browser, service, shoot }: Screens): Promise<void> => {
  const key = await getKey(service, 'screens@example.com')
  const aPage = async (): Promise<Page> => (await browser.newContext()).newPage()

  const page = await aPage()
  const person = await applied(service, key, { home, authorized: false })
  await page.goto(person.login)
  await shoot(page, 'portal-login')
  await askForLink(page, person)
  await shoot(page, 'portal-link', { spanish: false })
  await page.getByRole('link', { name: 'Open the link' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await shoot(page, 'portal-answers')
  await page.getByLabel('Heat pump').check()
  await page.getByLabel('I have read and authorize this.').check()
  await page.getByRole('button', { name: 'Get my quotes' }).click()
  await heading(page, 'Your quotes').waitFor()
  await page.getByText('Why this price').first().click()
  await shoot(page, 'portal-offers')
  await chooseFirst(page)
  const roof = page.getByRole('listitem').filter({ hasText: 'When was the roof last replaced?' })
  await roof.getByText('Correct this').click()
  await shoot(page, 'portal-review')
  if (!(await page.getByLabel('When was the roof last replaced?').first().isVisible()))
    await roof.getByText('Correct this').click()
  await page.getByLabel('When was the roof last replaced?').first().fill('2004')
  await page.getByRole('button', { name: 'Save my corrections' }).click()
  await heading(page, 'Your quotes').waitFor()
  await chooseFirst(page)
  await confirmAll(page)
  await heading(page, 'Sign to buy your policy').waitFor()
  await shoot(page, 'portal-sign')
  await fillSignature(page)
  await sign(page)
  await heading(page, 'Your test is complete').waitFor()
  await shoot(page, 'portal-policy')

  const issuing = await aPage()
  await signIn(issuing, await applied(service, key, { home: { home_sqft: 5553 } }))
  await chooseFirst(issuing)
  await confirmAll(issuing)
  await fillSignature(issuing)
  await sign(issuing)
  await shoot(issuing, 'portal-issuing')

  const slow = await aPage()
  await signIn(slow, await applied(service, key, { home: { home_sqft: 3330 } }))
  await shoot(slow, 'portal-waiting')
}
