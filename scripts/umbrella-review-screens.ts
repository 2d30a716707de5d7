import type { Browser, Page } from 'playwright-core'
import { pngOf } from '../test/support/browser/pictures.ts'
import { answerAlone } from '../test/support/people/answered-alone.ts'
import { getKey } from '../test/support/people/client.ts'
import {
  fillBindAnswers,
  fillSignature,
  heading,
  openAsBuyer,
  sign,
} from '../test/support/people/portal-in-browser.ts'
import { completeHousehold, umbrellaCall } from '../test/support/people/umbrella-applications.ts'

type Look = (page: Page, name: string, options?: { spanish: boolean }) => Promise<void>

type Screens = { browser: Browser; service: string; shoot: Look; look: Look }

/** From the offers to the policy. What the sandbox asks for follows from the jet skis. */
const buy = async (page: Page, look: Look): Promise<void> => {
  await page.getByRole('button', { name: /Choose Brindlemoor/ }).click()
  await heading(page, 'A few answers and your consent').waitFor()
  await look(page, 'umbrella-consent')
  await fillBindAnswers(page)
  await heading(page, 'Sign to buy your policy').waitFor()
  await look(page, 'umbrella-sign')
  await fillSignature(page, 'Ada Buyer')
  await sign(page)
  const home = page.getByLabel('Home policy: declarations page')
  await home.waitFor()
  await look(page, 'umbrella-documents')
  const file = { name: 'page.png', mimeType: 'image/png', buffer: pngOf(400, 400) }
  const send = async (): Promise<void> => {
    await home.setInputFiles(file)
    await page.getByLabel('Auto policy: declarations page').setInputFiles(file)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await send()
  await page.getByText('Not accepted').first().waitFor()
  await look(page, 'umbrella-documents-again')
  await send()
  await heading(page, 'Your test is complete').waitFor()
  await look(page, 'umbrella-policy')
}

/** The buyer's way through the one review page, in a sandbox. */
export const umbrellaReviewScreens = async ({ browser, service, shoot, look }: Screens): Promise<void> => {
  const key = await getKey(service, 'screens@example.com')
  const intake = completeHousehold({ jet_skis: 17 })
  const { body } = await umbrellaCall({ url: service, key }, 'draft', {
    intake,
    field_estimates: [
      { field: 'net_worth_numeric', source: 'public_records', confidence: 'low' },
      { field: 'vehicle_count', source: 'crm', confidence: 'high' },
    ],
    sandbox: true,
  })
  const page = await (await browser.newContext()).newPage()
  const url = String(body.review_url)
  await page.goto(url)
  await shoot(page, 'umbrella-review-masked')
  await openAsBuyer(page, { url, email: intake.email })
  const worth = page.getByRole('region', { name: 'Work and net worth' })
  await worth.getByText('Edit').click()
  await shoot(page, 'umbrella-review')
  await answerAlone(page, { jet_skis: 17 })
  await page.getByRole('button', { name: 'This is correct' }).click()
  await heading(page, /preliminary quotes? (is|are) ready$/).waitFor()
  await shoot(page, 'umbrella-review-offers')
  await buy(page, look)
}
