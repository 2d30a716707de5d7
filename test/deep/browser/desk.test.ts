import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { findDocument } from '../../../src/agency/documents/documents.ts'
import { refundsOf } from '../../../src/agency/payments/money-store.ts'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { findPayment, type Payment } from '../../../src/agency/payments/payments.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { insertReads } from '../../../src/doors/desk/book/read-store.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { fitsAtAnySize } from '../../support/browser/inspect.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { aDoubtfulDocument, anInvoice } from '../../support/people/desk.ts'
import { deskInBrowser } from '../../support/people/desk-in-browser.ts'
import { aHome, anIntake } from '../../support/people/homeowner-intakes.ts'
import { umbrellaIn } from '../../support/people/umbrella-intakes.ts'

const { line, service, url, open, signedIn, inspectWithScripts, giveWork } = deskInBrowser()

test('a person with a keyboard alone rejects a document and is told so', async () => {
  const { id, uid } = await giveWork()
  const page = await signedIn()
  const reach = async (name: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      if ((await page.locator(':focus').getAttribute('name')) === name) return
    }
    throw new Error(`${name} cannot be reached`)
  }
  await page.goto(`${url()}/desk/work/${uid}#${id}`)
  await reach('reason')
  await page.keyboard.type('The second page is missing.')
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('status').textContent()).toContain('rejected')
  const rejected = line.told.filter(({ act }) => act === 'rejected')
  expect(rejected).toHaveLength(1)
  expect(await findDocument(service().app, String(rejected[0]?.id))).toMatchObject({
    reason: 'The second page is missing.',
  })
})

/** No word of it fits on a phone, and the longest one not in a column. */
const LONG_STREET = '12 Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Street'
const LONG_WORD = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5)

const aCustomer = () =>
  anIntake(service(), {
    owner: 'opr_test',
    applicant: { full_name: 'Ada Lovelace', email: 'ada@example.com', phone_number: '415-555-0100' },
    homes: [
      aHome({
        street: LONG_STREET,
        city: LONG_WORD.slice(0, 100),
        state: 'IL',
        zip: '62704',
        ownership_name: LONG_WORD,
      }),
    ],
  })

const aPaidInvoice = async (): Promise<Payment> => {
  const { payment_id } = await anInvoice(service())
  await settlePayment(service().app, payment_id, { by: 'staff:x', outcome: 'paid', reference: LONG_WORD })
  return (await findPayment(service().app, payment_id)) as Payment
}

test('a working day needs only a keyboard: find and correct a customer, approve an operator, stop a state, answer a carrier, refund, export', async () => {
  const { uid } = await aCustomer()
  const email = newEmail()
  await getKey(service().url, email)
  const { intake: asked } = await umbrellaIn(service(), {
    owner: 'opr_test',
    status: 'info_requested',
    sandbox: false,
  })
  const paid = await aPaidInvoice()
  const page = await signedIn()
  const reach = async (wanted: Locator): Promise<void> => {
    const element = await wanted.elementHandle()
    for (let presses = 0; presses < 150; presses++) {
      await page.keyboard.press('Tab')
      if (await element?.evaluate(node => node === node.ownerDocument.activeElement)) return
    }
    throw new Error(`${wanted} cannot be reached`)
  }
  const press = async (wanted: Locator): Promise<void> => {
    await reach(wanted)
    await page.keyboard.press('Enter')
  }
  const goTo = async (place: string, title: string): Promise<void> => {
    await press(page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: place }))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  const told = (words: string) => page.getByRole('status').getByText(words).waitFor()

  await reach(page.getByRole('searchbox', { name: 'Find a customer' }))
  await page.keyboard.type('lovel')
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'Ada Lovelace' })
  await link.waitFor()
  expect(page.url()).not.toContain('lovel')
  await inspectWithScripts(page, 'book-results')
  await press(link)
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  await press(page.getByText('Correct the phone number'))
  await reach(page.getByRole('textbox', { name: 'Phone number' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('415-555-0177')
  await page.keyboard.press('Enter')
  await told('Phone number corrected')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  const answer = page.getByRole('row', { name: 'Phone number' })
  expect(await answer.textContent()).toMatch(/415-555-0177.*Agency staff/)

  await goTo('Operators', 'Operators')
  await press(page.getByRole('link', { name: email }))
  await page.getByRole('heading', { level: 1, name: email }).waitFor()
  await press(page.getByRole('button', { name: 'Approve' }))
  await told('Operator approved')

  await goTo('Stops', 'Binding stops')
  await reach(page.getByLabel('State'))
  await page.keyboard.type('CA')
  await reach(page.getByLabel('Reason'))
  await page.keyboard.type('Wildfire near Paradise.')
  await page.keyboard.press('Enter')
  await told('Stop saved')
  const stop = page.getByRole('row', { name: 'Wildfire near Paradise.' })
  expect(await stop.textContent()).toMatch(/CA.*In force/s)
  await inspectWithScripts(page, 'stops')
  await press(stop.getByRole('button', { name: 'Lift' }))
  await told('Stop lifted')

  await page.goto(`${url()}/desk/work/${asked.uid}`)
  const question = page.getByRole('article', { name: 'Asked by the carrier' })
  expect(await question.textContent()).toContain('When should it begin?')
  await reach(question.getByLabel('Answer for the carrier'))
  await page.keyboard.type('On the first of next month.')
  await page.keyboard.press('Enter')
  await told('Answer sent')
  expect((await readIntake(service().app, asked.uid))?.status).not.toBe('info_requested')

  await goTo('Money', 'Money')
  await press(page.getByRole('row', { name: paid.reference }).getByRole('link', { name: 'Refund' }))
  await page.getByRole('heading', { level: 1, name: 'Refund' }).waitFor()
  await inspectWithScripts(page, 'refund')
  const refund = page.getByRole('form', { name: 'Refund a payment' })
  await reach(refund.getByLabel('Amount in dollars'))
  await page.keyboard.type('125.50')
  await reach(refund.getByLabel('Why', { exact: true }))
  await page.keyboard.type('We charged a fee twice.')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Refund $125.50?' }).waitFor()
  expect(await refundsOf(service().app.db, paid.payment_id)).toEqual([])
  await press(page.getByRole('button', { name: 'Refund $125.50' }))
  await told('Refund started')
  const [due] = await refundsOf(service().app.db, paid.payment_id)
  expect(due).toMatchObject({ amount_cents: 12_550, reason: 'agency', status: 'due' })
  await inspectWithScripts(page, 'money')
  const sent = page.getByRole('form', { name: `Refund ${due?.refund_id}` })
  await reach(sent.getByRole('textbox'))
  await page.keyboard.type('chk 1001')
  await press(sent.getByRole('button'))
  await told('Refund marked as sent')

  const read = { uid, what: 'customer', read_by: 'staff:x', read_at: service().app.clock.now() }
  const reads = Array.from({ length: 26 }, (_, at) => ({ ...read, read_id: `rdg_${at}` }))
  await insertReads(service().app.db, reads)
  await page.goto(`${url()}/desk/book/${uid}`)
  await reach(page.getByRole('link', { name: 'Audit file (JSON)' }))
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(download.suggestedFilename()).toBe(`audit-${uid}.json`)
  const { application, history } = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(application.person.phone).toBe('415-555-0177')
  expect(history.intact).toBe(true)
  await inspectWithScripts(page, 'customer')
  await press(page.getByRole('link', { name: 'Earlier looks' }))
  await page.waitForURL(/reads=/)
  expect(await page.getByRole('link', { name: 'Earlier looks' }).count()).toBe(0)
  await page.goto(`${url()}/desk/book/${paid.uid}`)
  await fitsAtAnySize(page, 'a customer who paid')
})

test('a question about a document is asked with a tick and a sentence, and then stands among the open ones', async () => {
  const { id, uid } = await aDoubtfulDocument(service())
  const page = await signedIn(`/desk/work/${uid}`)
  const card = page.getByRole('article', { name: 'Auto declarations' })
  expect(await card.getAttribute('aria-labelledby')).toBe(id)
  expect(await card.getByRole('form', { name: `of ${uid}` }).count()).toBeGreaterThan(0)
  await card.getByText('Ask for more information').click()
  await card.getByLabel('What do you need?').fill('Which car is this?')
  await card.getByRole('group', { name: 'What should the buyer send?' }).getByLabel('Cars').check()
  await card.getByRole('button', { name: 'Ask', exact: true }).click()
  expect(await page.getByRole('status').textContent()).toContain('Question sent')
  await page.goto(`${url()}/desk/work/${uid}`)
  const asked = page.getByRole('article', { name: /^Asked by/ })
  expect(await asked.textContent()).toContain('Which car is this?')
})

test('an invoice is marked as paid, and its own page then says so', async () => {
  const payment = await anInvoice(service())
  const work = `/desk/work/${payment.uid}`
  const page = await signedIn(work)
  const card = page.getByRole('article', { name: payment.reference })
  await card.getByLabel('Amount in dollars').fill('1,412')
  await card.getByLabel('Received on').fill('2026-01-02')
  await card.getByLabel('Check or transfer number').fill('Check 4711')
  await card.getByRole('button', { name: 'Record what came' }).click()
  expect(await page.getByRole('status').textContent()).toContain('The invoice is paid')
  await page.goto(url() + work)
  await page.getByText('Nothing waits here any more.').waitFor()
  expect(await card.count()).toBe(0)
  await page.goto(url() + new URL(payment.url).pathname)
  expect(await page.textContent('main')).toContain('This invoice is paid')
})

test('the page of an invoice has nothing for axe to find, live and in the sandbox, and can be rehearsed', async () => {
  const live = await anInvoice(service())
  const page = await open(new URL(live.url).pathname)
  await inspectWithScripts(page, 'invoice')
  const { uid } = await anIntake(service(), { owner: 'opr_test', sandbox: true })
  const order = {
    uid,
    purpose: 'first_premium',
    sandbox: true,
    amount_cents: 41_200,
    description: 'A rehearsal',
  }
  const sandbox = await openPayment(service().app, order)
  const rehearsal = await open(new URL(sandbox.url).pathname)
  await inspectWithScripts(rehearsal, 'invoice-sandbox')
  await rehearsal.getByRole('button', { name: 'Mark as paid' }).click()
  expect(await rehearsal.textContent('main')).toContain('This invoice is paid')
  await inspectWithScripts(rehearsal, 'invoice-paid')
})
