import type { Browser, Page } from 'playwright-core'
import { getKey } from '../test/support/client.ts'
import { heading, openAsBuyer } from '../test/support/portal.ts'
import { completeHousehold, umbrellaCall } from '../test/support/umbrella.ts'

type Screens = {
  browser: Browser
  service: string
  shoot: (page: Page, name: string, options?: { spanish: boolean }) => Promise<void>
}

/** The buyer's way through the one review page, in a sandbox. */
export const umbrellaReviewScreens = async ({ browser, service, shoot }: Screens): Promise<void> => {
  const key = await getKey(service, 'screens@example.com')
  const intake = completeHousehold()
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
  await page.getByRole('button', { name: 'This is correct' }).click()
  await heading(page, /preliminary quotes? (is|are) ready$/).waitFor()
  await shoot(page, 'umbrella-review-offers')
}
