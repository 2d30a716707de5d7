import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentsOf } from '../../../src/agency/payments/payments.ts'
import { syncPayment } from '../../../src/agency/payments/sync.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspect } from '../../support/browser/inspect.ts'
import { goOnAs, sharedTab } from '../../support/browser/tab.ts'
import { type CarrierServer, homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { dumpOf, readableIn } from '../../support/database/canaries.ts'
import { type StripeServer, startStripe } from '../../support/money/stripe-server.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { applied, confirmAll, fillSignature, heading, sign } from '../../support/people/portal-in-browser.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const CARD = '4242424242424242'

let browser: Browser
let carrier: CarrierServer
let stripe: StripeServer
let service: TestService

beforeAll(async () => {
  carrier = await startCarrier(0, quote_number =>
    homeOffer({
      quote_number,
      bill_to: ['insured', 'mortgagee_escrow'],
      fees: [{ label: 'Policy fee', amount_cents: 5_000 }],
      payment_plans: [
        {
          plan_id: 'full',
          label: 'Pay in full',
          due_now_cents: 148_000,
          installments: [],
          total_cents: 148_000,
        },
        {
          plan_id: 'halves',
          label: 'Two payments',
          due_now_cents: 74_500,
          installments: [{ due_in_days: 180, amount_cents: 74_500, fee_cents: 500 }],
          total_cents: 149_000,
        },
      ],
    }),
  )
  stripe = await startStripe(() => service?.app.clock.now() ?? new Date())
  const CARRIERS_FILE = carriersFile([{ id: 'far', url: carrier.url }], afterAll)
  const env = {
    ...stripe.env,
    RATE_LIMITS: 'off',
    CARRIERS_FILE,
    DEMO_CARRIERS: 'off',
    AGENCY_NAME: 'Elm Agency',
    STAFF_EMAILS: STAFF,
  }
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService({ env })])
})
afterAll(async () => {
  await Promise.all([browser.close(), service.stop()])
  await Promise.all([carrier.close(), stripe.close()])
})

const aTab = sharedTab(() => browser)

/** Staff look at what they can do about the payment, and stop before they do it. */
const atDesk = async (uid: string): Promise<void> => {
  const { context, page: desk } = await aTab()
  await goOnAs(await signIn(service, service.url), context)
  const look = async (path: string, name: string): Promise<void> => {
    await desk.goto(service.url + path)
    await heading(desk, name).waitFor()
    await inspect(desk, `desk: ${name}`)
  }
  await look(`/desk/money/customers/${uid}`, 'Cancellation and refund')
  const form = desk.getByRole('form', { name: 'A policy that ends' })
  const [policy] = await policiesOf(service.app, uid)
  await form.getByLabel('Coverage ends at 12:01 a.m. on').fill(String(policy?.effective_date))
  await form.getByRole('textbox', { name: 'Why' }).fill('The home was sold.')
  await form.getByRole('button', { name: 'Review' }).click()
  await heading(desk, 'Refund $690?').waitFor()
  await inspect(desk, 'desk: a refund before it is started')
  const [paid] = await paymentsOf(service.app, uid)
  const { id } = stripe.books.dispute(paid?.refs.intent ?? '', 74_500)
  await syncPayment(service.app, String(paid?.payment_id))
  await look('/desk/money', 'Money')
  await look(`/desk/money/disputes/${id}`, 'Dispute of $745')
}

test('a homeowner goes from the quote over the provider’s page to the policy and the receipt, and no card number stays here', async () => {
  const { uid, email } = await applied(service.url, await getKey(service.url, newEmail()), { sandbox: false })
  const homeowner = asHomeowner(service, uid)
  await homeowner.untilAt('offers')
  const { page, context, complaints } = await aTab()
  await goOnAs(await signedInHomeowner(service, homeowner), context)
  await page.goto(`${service.url}/portal`)
  await heading(page, 'Your quote').waitFor()
  expect(await page.getByText('Two payments: $745 to start, $1,490 in all').count()).toBe(1)
  expect(await page.getByText('a month').count()).toBe(0)
  await page.getByRole('button', { name: /^Choose/ }).click()
  await confirmAll(page)

  await heading(page, 'Sign to buy your policy').waitFor()
  expect(await page.getByText('First you authorize the payment, then you sign.').count()).toBe(1)
  expect(await page.getByText('Includes Policy fee $50').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Sign and buy' }).count()).toBe(0)
  await inspect(page, 'how to pay')
  await page.getByLabel('Pay us: Two payments').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()

  await heading(page, 'Invoice').waitFor()
  expect(await page.getByText('$745').first().isVisible()).toBe(true)
  await inspect(page, 'checkout')
  await page.getByRole('button', { name: 'Pay by card' }).click()
  await heading(page, 'Checkout').waitFor()
  expect(page.url().startsWith(stripe.url)).toBe(true)
  await page.getByLabel('Card number').fill(CARD)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()

  await page.getByText('Authorized', { exact: true }).waitFor()
  expect(stripe.books.heldCents()).toBe(74_500)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Your payment of $745 is authorized').waitFor()
  expect(await page.getByText('Take your time').count()).toBe(1)
  const start = plusDays(service.app.clock.now().toISOString().slice(0, 10), 10)
  await page.getByLabel('When should coverage start?').fill(start)
  await fillSignature(page)
  await sign(page)

  await heading(page, /covered from/).waitFor({ timeout: 30_000 })
  await until(async () => (await paymentsOf(service.app, uid)).some(({ status }) => status === 'paid'))
  expect(stripe.books.heldCents()).toBe(0)
  await page.reload()
  await page.getByRole('link', { name: 'See your receipt' }).click()
  await page.getByText('This invoice is paid').waitFor()
  await inspect(page, 'receipt')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download your receipt' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^receipt-INV-\d{4}-\d{4}\.pdf$/)
  expect(complaints).toEqual([])
  await atDesk(uid)
  expect(complaints).toEqual([])

  for (const [table, rows] of await dumpOf(service.databaseUrl))
    expect(readableIn(rows, [CARD]), table).toEqual([])
  expect(readableIn(service.log.join('\n'), [CARD])).toEqual([])
  expect(readableIn((await mailbox(service.url, email)).map(({ text }) => text).join('\n'), [CARD])).toEqual(
    [],
  )
})
