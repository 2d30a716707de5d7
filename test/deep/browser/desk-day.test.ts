import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRenewal } from '../../../src/agency/policies/life/renewals.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { pdfOf } from '../../support/browser/pdf.ts'
import { goOnAs } from '../../support/browser/tab.ts'
import { deskMarketEnv, HARBOR, HOME_OFFER, taskFor } from '../../support/carriers/desk-markets.ts'
import { anInvoice, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let browser: Browser
let service: TestService
let key: string
let page: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({ env: deskMarketEnv([HARBOR]) }),
  ])
  ;({ key } = await newOperator(service))
  const context = await browser.newContext()
  page = await context.newPage()
  await goOnAs(await signIn(service, service.url), context)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const applies = async (full_name: string) => {
  const intake = completeIntake({}, { full_name })
  const { body } = await quotesCall(service.url, key, {
    intake,
    credit_check_authorized: true,
    sandbox: false,
  })
  const uid = String(body.uid)
  await taskFor(service, { uid })
  return { uid, homeowner: asHomeowner(service, uid) }
}

let clicks = 0
const click = async (what: Locator): Promise<void> => {
  clicks++
  await what.first().click()
}

const counted = new Map<string, number>()

const task = async (name: string, work: () => Promise<void>, done: string | RegExp): Promise<void> => {
  await page.goto(`${service.url}/desk`)
  clicks = 0
  await work()
  const told = page.locator('[role=status], #notes').filter({ hasText: done })
  await told
    .first()
    .waitFor()
    .catch(async () => expect.fail(`${name}: ${await page.locator('main').innerText()}`))
  counted.set(name, clicks)
}

const row = (who: string, what: string): Locator =>
  page.getByRole('row').filter({ hasText: who }).filter({ hasText: what }).getByRole('link')

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

const summary = (words: string): Locator => page.locator('summary', { hasText: words })

const type = async (fields: Record<string, string>): Promise<void> => {
  for (const [name, text] of Object.entries(fields)) {
    const field = page.locator(`main [name="${name}"]:visible`).first()
    const box = page.locator(`main [type=checkbox][name="${name}"][value="${text}"]:visible`)
    const choice = page.locator(`main select[name="${name}"]:visible`)
    if ((await box.count()) > 0) await box.first().check()
    else if ((await choice.count()) > 0) await choice.first().selectOption(text)
    else await field.fill(text)
  }
}

const find = async (who: string): Promise<void> => {
  await page.getByRole('searchbox').first().fill(who)
  await page.keyboard.press('Enter')
  await click(page.getByRole('row').filter({ hasText: who }).getByRole('link'))
}

const claim = async (who: string, what: string): Promise<void> => {
  await click(row(who, what))
  await click(button('Claim'))
}

test('the list of work is short, the header of a phone too, and each of the ten commonest tasks takes at most four clicks', async () => {
  await applies('Dora Decline')
  await applies('Quinn Question')
  const { uid, homeowner } = await applies('Bea Buyer')
  const invoice = await anInvoice(service)
  page.setDefaultTimeout(8000)

  await task(
    'Decline',
    async () => {
      await claim('Dora Decline', 'Quote')
      await click(summary('The carrier declines'))
      await type({ reason_code: 'roof', reason: 'The roof is too old.' })
      await click(button('Save the decline'))
    },
    'Decline saved',
  )

  await task(
    'Ask the applicant',
    async () => {
      await claim('Quinn Question', 'Quote')
      await click(summary('The carrier asks for something'))
      await type({ question: 'How old is the roof?' })
      await click(button('Ask the applicant'))
    },
    'Question sent',
  )

  await task(
    'Enter a quote',
    async () => {
      await claim('Bea Buyer', 'Quote')
      await type(HOME_OFFER)
      await click(button('Save and show to the applicant'))
    },
    'Offers saved',
  )

  await homeowner.selectBest()
  await homeowner.confirmAll()
  await homeowner.sign()
  await taskFor(service, { uid, kind: 'bind' })

  await task(
    'Enter a policy',
    async () => {
      await claim('Bea Buyer', 'Purchase')
      await click(summary('The carrier issued the policy'))
      await type({ policy_number: 'HM-HO-77', annual_price: '1598', offer_mine_subsidence: 'refused' })
      const buffer = await pdfOf('Declarations page')
      await page
        .locator('input[name=declarations]')
        .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer })
      await click(button('Save the policy'))
    },
    'Policy issued',
  )

  const [policy] = await policiesOf(service.app, uid)
  const { policy_id, effective_date, expiration_date: due_on } = policy ?? expect.fail('there is no policy')
  await transact(service.app, inside => keepRenewal(inside, { uid, policy_id, due_on }, 'service'))

  await task('Find a customer', () => find('Bea Buyer'), 'Notes and follow-ups')

  await task(
    'Record a payment',
    async () => {
      await click(page.locator(`a[href*="#${invoice.payment_id}"]`))
      await type({ amount: '1412', received_on: '2026-01-02', reference: 'Check 4711' })
      await click(button('Record what came'))
    },
    'The invoice is paid',
  )

  await task(
    'Record a lender change',
    async () => {
      await find('Bea Buyer')
      await click(summary('Record what the customer asks for'))
      await type({ kind: 'lender', details: 'First Bank, loan 42' })
      await click(button('Record the request'))
    },
    'Request recorded',
  )

  await task(
    'Record a phoned request',
    async () => {
      await find('Bea Buyer')
      await click(summary('Record what the customer asks for'))
      await type({ kind: 'documents', details: 'A copy of the policy' })
      await click(button('Record the request'))
    },
    'Request recorded',
  )

  await task(
    'Enter a renewal',
    async () => {
      await click(row('Bea Buyer', 'Renewal'))
      await click(summary('Enter the carrier’s offer'))
      await type({ annual_price: '1700' })
      await click(button('Record the offer'))
    },
    'Offer recorded',
  )

  await task(
    'Cancel a policy',
    async () => {
      await find('Bea Buyer')
      await click(page.getByRole('link', { name: 'Cancellation and refund' }))
      await type({ ended_by: 'insured', ends_on: plusDays(effective_date, 1), note: 'They asked by phone.' })
      await click(button('Review'))
      await click(page.locator('main button:visible').first())
    },
    'Cancellation recorded',
  )

  const table = [...counted].map(([name, count]) => `| ${name} | ${count} |`)
  console.log(['| Task | Clicks |', '|---|---|', ...table].join('\n'))
  expect(Math.max(...counted.values())).toBeLessThanOrEqual(4)
  expect(counted.size).toBe(10)

  await page.goto(`${service.url}/desk`)
  const heightOf = async (what: string) => (await page.locator(what).boundingBox())?.height
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(1800)
  await page.keyboard.press('j')
  expect(await page.locator(':focus').getAttribute('data-row')).not.toBeNull()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await heightOf('header.site')).toBeLessThanOrEqual(170)
})
