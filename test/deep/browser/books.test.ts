import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMonth, toMove } from '../../../src/agency/books/month.ts'
import { bookToday } from '../../../src/agency/ledger/ledger.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { csv } from '../../../src/platform/pages/csv.ts'
import { usdCents } from '../../../src/platform/values/money.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspectAtAnySize } from '../../support/browser/inspect.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { goOnAs, newTab } from '../../support/browser/tab.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { dice } from '../../support/database/tampering.ts'
import { deskCarriers, newYear, sell } from '../../support/money/agency-year.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let browser: Browser
let service: TestService
beforeAll(async () => {
  const env = {
    CARRIERS_FILE: carriersFile([], afterAll, deskCarriers()),
    DEMO_CARRIERS: 'off',
    STAFF_EMAILS: STAFF,
    RATE_LIMITS: 'off',
    AGENCY_NAME: 'Maple Street Agency',
  }
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService({ env, work: false })])
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const dollars = (cents: number): string => (cents / 100).toFixed(2)

const fill = async (form: Locator, fields: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) {
    const [field] = await form.locator(`[name="${name}"]:not([type="hidden"])`).all()
    const kind = await field?.evaluate(node => (node as unknown as { type: string }).type)
    if (kind === 'select-one') await field?.selectOption(value)
    else if (kind === 'radio' || kind === 'checkbox')
      await form.locator(`[name="${name}"][value="${value}"]`).check()
    else await field?.fill(value)
  }
}

const chosenFile = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(csv(rows)),
})

const said = (page: Page) => page.locator('main').innerText()

test('the bookkeeper’s checklist, from the first check to the close of the month', async () => {
  const { app, url } = service
  while (bookToday(app).slice(8) !== '02') service.pass(DAY)
  const month = bookToday(app).slice(0, 7)
  const year = await newYear(service, dice(3))
  const billed = await sell(year, { isDirect: false })
  const direct = await sell(year, { isDirect: true })
  const today = bookToday(app)
  const { page, context, complaints } = await newTab(await browser.newContext())
  const go = async (path: string) => {
    await page.goto(url + path)
  }
  const look = async (name: string) => {
    const folder = process.env.PICTURES
    for (const width of folder === undefined ? [] : [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: join(String(folder), `${name}-${width}.png`), fullPage: true })
    }
    await inspectAtAnySize(page, name)
    await page.emulateMedia({ media: null, colorScheme: null })
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await goOnAs(await signIn(service, url), context)

  // Receive.
  await go(`/desk/work/${billed.uid}`)
  const invoice = page.locator(`form[action="/desk/payments/${billed.payment_id}"]`).first()
  const came = { amount: dollars(billed.price_cents), received_on: today, reference: '1041' }
  await fill(invoice, came)
  await invoice.locator('button').click()

  // Deposit.
  await go('/desk/money/deposits')
  const slip = page.locator('form[action="/desk/money/deposits"]')
  await slip.locator('[type="checkbox"]').first().check()
  await fill(slip, { account: 'trust', deposited_on: today, reference: 'slip-7' })
  await slip.locator('button').click()
  await look('deposits')

  // Pay carriers.
  const account = `/desk/money/carriers/${billed.carrier_id}`
  const commission = Math.round((billed.price_cents * billed.percent) / 100)
  await go(account)
  const pay = page.getByRole('form', { name: 'Pay the carrier' })
  const net = billed.price_cents - commission
  await fill(pay, { amount: dollars(net), paid_on: today, reference: '2001' })
  await pay.locator('button').click()
  expect(await said(page)).toContain('Payment to the carrier recorded.')

  // Match commission.
  const earned = Math.round((direct.price_cents * direct.percent) / 100)
  await go(`/desk/money/carriers/${direct.carrier_id}?month=${month}`)
  const statement = page.getByRole('form', { name: 'Commission statement' })
  await statement.locator('[type="file"]').setInputFiles(
    chosenFile('statement.csv', [
      ['Policy number', 'Premium', 'Commission'],
      [direct.policy_number, dollars(direct.price_cents), dollars(earned)],
    ]),
  )
  await fill(statement, { received_on: today, amount: dollars(earned), reference: 'ach-9' })
  await statement.locator('button').click()
  expect(await said(page)).toContain('Statement taken in.')

  // Move the commission, as the page says.
  await go(`/desk/money/months?month=${month}`)
  expect(toMove(await readMonth(app, month))).toBe(commission)
  expect(await page.content()).toContain(`${usdCents(commission)} in the trust account is your commission.`)
  const transfer = page.getByRole('form', { name: 'Transfer' })
  await fill(transfer, { amount: dollars(commission), on: today, reference: 'mv-3' })
  await transfer.locator('button').click()
  expect(await said(page)).toContain('Transfer recorded.')

  // Reconcile, in the first days of the next month.
  while (bookToday(app).slice(0, 7) === month) service.pass(DAY)
  await goOnAs(await signIn(service, url), context)
  const bank = {
    trust: [
      [today, 'DEPOSIT slip-7', billed.price_cents],
      [today, 'CHECK 2001', -net],
      [today, 'TRANSFER mv-3', -commission],
    ],
    operating: [
      [today, 'ACH ach-9', earned],
      [today, 'TRANSFER mv-3', commission],
      [today, 'SERVICE CHARGE', -1500],
    ],
  } as const
  for (const [name, rows] of Object.entries(bank)) {
    await go(`/desk/money/months?month=${month}`)
    const file = page.getByRole('form', { name: 'Bank file' })
    const lines = rows.map(([on, words, cents]) => [on, words, dollars(cents)])
    await file
      .locator('[type="file"]')
      .setInputFiles(chosenFile('bank.csv', [['Date', 'Description', 'Amount'], ...lines]))
    const closing = rows.reduce((sum, [, , cents]) => sum + cents, 0)
    await fill(file, { account: name, closing: closing === 0 ? '' : dollars(closing) })
    await file.locator('button').click()
    expect(await said(page)).toContain('Bank file taken in.')
  }
  await look('month-open')
  const difference = page.getByRole('form', { name: /^Close (?!the month)/ })
  await page.getByText('Close', { exact: true }).first().click()
  await fill(difference, { way: 'fee', note: 'The bank’s monthly fee.' })
  await difference.locator('button').click()
  expect(await page.content()).toContain('Nothing is open.')

  // Close the month.
  await page.getByRole('form', { name: 'Close the month' }).locator('button').click()
  expect(await said(page)).toContain('Month closed.')
  await look('month-closed')

  // What goes to the carrier, and to the accountant.
  await go(`${account}?month=${month}`)
  await look('carrier')
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PDF' }).click(),
  ])
  const bytes = await readFile(await pdf.path())
  if (process.env.PICTURES) await writeFile(join(process.env.PICTURES, 'account.pdf'), bytes)
  const text = (await textOfPdf(bytes)).replaceAll(/\s+/g, ' ')
  for (const part of [
    billed.policy_number,
    usdCents(billed.price_cents),
    usdCents(commission),
    usdCents(net),
  ])
    expect(text).toContain(part)
  expect(complaints).toEqual([])
}, 240_000)
