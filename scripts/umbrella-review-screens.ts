import type { Browser, Page } from 'playwright-core'
import { getKey } from '../test/support/client.ts'
import { heading } from '../test/support/portal.ts'
import { completeHousehold, umbrellaCall } from '../test/support/umbrella.ts'

type Screens = {
  browser: Browser
  service: string
  shoot: (page: Page, name: string) => Promise<void>
}

/** The buyer's way through the one review page, in a sandbox. */
export const umbrellaReviewScreens = async ({ browser, service, shoot }: Screens): Promise<void> => {
  const key = await getKey(service, 'screens@example.com')
  const { body } = await umbrellaCall({ url: service, key }, 'draft', {
    intake: completeHousehold(),
    field_estimates: [
      { field: 'net_worth_numeric', source: 'public_records', confidence: 'low' },
      { field: 'vehicle_count', source: 'crm', confidence: 'high' },
    ],
    sandbox: true,
  })
  const page = await (await browser.newContext()).newPage()
  await page.goto(String(body.review_url))
  const worth = page.getByRole('region', { name: 'Work and assets' })
  await worth.getByText('Edit').click()
  await shoot(page, 'umbrella-review')
  await page.getByRole('button', { name: 'This is right' }).click()
  await heading(page, /preliminary offers? (is|are) ready$/).waitFor()
  await shoot(page, 'umbrella-review-offers')
}
