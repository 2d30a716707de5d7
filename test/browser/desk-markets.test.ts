import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser/browser.ts'
import { inspect } from '../support/browser/inspect.ts'
import { pdfOf } from '../support/browser/pdf.ts'
import {
  deskMarketEnv,
  HOME_OFFER,
  SECOND_STAFF,
  taskFor,
  UMBRELLA_OFFER,
} from '../support/carriers/desk-markets.ts'
import { latestCode, mailbox } from '../support/people/client.ts'
import { STAFF } from '../support/people/desk.ts'
import { asHomeowner } from '../support/people/homeowner-in-portal.ts'
import { newOperator } from '../support/people/intakes.ts'
import {
  type Applied,
  applied,
  askForCode,
  askForLink,
  confirmAll,
  enterCode,
  fillSignature,
  heading,
  mailedLink,
  sign,
} from '../support/people/portal.ts'
import {
  bindAnswers,
  completeHousehold,
  umbrellaCall,
  untilStatus,
  yes,
} from '../support/people/umbrella-applications.ts'
import { until } from '../support/runs/until.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let browser: Browser
let service: TestService
let key: string
let ann: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService({ env: deskMarketEnv() })])
  ;({ key } = await newOperator(service))
  ann = await atDesk(STAFF)
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await (await browser.newContext(options)).newPage()
  page.setDefaultTimeout(15_000)
  return page
}

const atDesk = async (email: string): Promise<Page> => {
  const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${service.url}/desk/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').waitFor()
  await until(async () => (await mailbox(service.url, email)).length > 0)
  await page.getByLabel('Code').fill(await latestCode(service.url, email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Desk').waitFor()
  return page
}

const openTask = async (uid: string, { kind = 'quote', carrier = 'harbor', by = ann } = {}) => {
  const path = await taskFor(service, { uid, kind, carrier })
  await by.goto(`${service.url}/desk/tasks`)
  await by.locator(`a[href="${path}"]`).click()
  await by.getByRole('button', { name: 'Claim' }).click()
  await by.getByText('The task is yours.').waitFor()
}

const unfold = (name: string, by = ann) => by.locator('summary', { hasText: name }).first().click()

const fillOffer = async (fields: Record<string, string>, by = ann) => {
  await unfold('The carrier offers', by)
  for (const [name, text] of Object.entries(fields)) {
    const field = by.locator(`[name="${name}"]`).first()
    const kind = await field.getAttribute('type')
    if (kind === 'checkbox') await by.locator(`[name="${name}"][value="${text}"]`).check()
    else if (await field.evaluate(element => element.tagName === 'SELECT')) await field.selectOption(text)
    else await field.fill(text)
  }
}

const saveOffer = (by = ann) => by.getByRole('button', { name: 'Save and show to the applicant' }).click()

const enterOffer = async (fields: Record<string, string>, by = ann) => {
  await fillOffer(fields, by)
  await saveOffer(by)
}

const ask = async (question: string) => {
  await unfold('The carrier asks for something')
  await ann.getByLabel('What does the carrier ask for?').fill(question)
  await ann.getByRole('button', { name: 'Ask the applicant' }).click()
  await ann.getByText('Question sent.').waitFor()
}

const decline = async (reason: string) => {
  await unfold('The carrier declines')
  await ann.getByLabel('Reason', { exact: true }).fill(reason)
  await ann.getByRole('button', { name: 'Save the decline' }).click()
  await ann.getByText('Decline saved.').waitFor()
}

const enterPolicy = async (number: string, price: string, page: Buffer) => {
  await ann.getByLabel('Policy number').fill(number)
  await ann.getByLabel('Price a year on the declarations page').fill(price)
  await ann
    .getByLabel('Declarations page (PDF)')
    .setInputFiles({ name: 'dec.pdf', mimeType: 'application/pdf', buffer: page })
  await ann.getByRole('button', { name: 'Save the policy' }).click()
}

const reprice = async (price: string, reason: string, by = ann) => {
  const title = 'The carrier asks for a different price'
  await unfold(title, by)
  const form = by.getByRole('form', { name: title })
  await form.getByLabel('New price a year').fill(price)
  await form.getByLabel('Reason').fill(reason)
  await form.getByRole('button', { name: 'Save' }).click()
  await by.getByText('The purchase stopped, and we’ve emailed the buyer').waitFor()
}

const textOf = async (email: string, subject: string): Promise<string> =>
  String(
    await until(async () => (await mailbox(service.url, email)).find(mail => mail.subject === subject)?.text),
  )

const REPRICED = 'The price changed, and nothing was bought'

/** In another tab, because one that waits goes on by itself at any moment, and a tab goes to one place at a time. */
const inAnotherTab = async (waiting: Page, url: string): Promise<Page> => {
  const page = await waiting.context().newPage()
  page.setDefaultTimeout(15_000)
  await waiting.close()
  await page.goto(url)
  return page
}

const openPortal = async (application: Applied): Promise<Page> => {
  const page = await newPage()
  await askForLink(page, application)
  await page.goto(await mailedLink(service.url, application.email))
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
}

test('a home: staff quote, ask, decline and buy by hand; a price that was not signed waits for the homeowner’s yes, who then downloads the carrier’s page', async () => {
  const application = await applied(service.url, key, { sandbox: false })
  await openTask(application.uid)
  await ann.getByRole('button', { name: 'Copy Full name' }).click()
  expect(await ann.evaluate('navigator.clipboard.readText()')).toBe('Ada Homeowner')
  await inspect(ann, 'quote task')

  await ask('When was the wiring replaced?')

  const waiting = await openPortal(application)
  await waiting.getByLabel('When was the wiring replaced?').fill('In 2011,\nall of it.')
  await inspect(waiting, 'carrier question')
  await waiting.getByRole('button', { name: 'Send my answer' }).click()
  await waiting.getByText('We have your answer').waitFor()

  await ann.reload()
  await ann.getByText('In 2011, all of it.').waitFor()
  await enterOffer({ ...HOME_OFFER, 'o1.deductible': '' })
  await ann.getByText('One thing to correct').waitFor()
  await ann.locator('[name="o1.deductible"]').fill('2500')
  await saveOffer()
  await ann.getByText('Offers saved.').waitFor()

  await openTask(application.uid, { carrier: 'quay' })
  await decline('The roof is older than 20 years.')

  const ada = await inAnotherTab(waiting, `${service.url}/portal`)
  await ada
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await confirmAll(ada)
  await fillSignature(ada)
  await sign(ada)
  await heading(ada, 'We’re placing your order').waitFor()
  expect(await ada.getByText(/with Harbor Mutual.*not covered until we email you/).count()).toBe(1)

  await openTask(application.uid, { kind: 'bind' })
  await ann.getByText('Signed by Ada Homeowner').waitFor()
  await unfold('The carrier issued the policy')
  const page = await pdfOf('Harbor Mutual', 'Homeowners declarations', 'HM-HO-77')
  await enterPolicy('HM-HO-77', '1700', page)
  await ann.getByRole('link', { name: /The buyer signed for \$1,598 a year, not \$1,700/ }).waitFor()
  await inspect(ann, 'refused policy')

  await reprice('1700', 'The inspection found an old roof.')
  const asked = ada.getByText('You signed for $1,598 a year. The new price is $1,700.')
  await asked.waitFor({ timeout: 30_000 })
  expect(await asked.textContent()).toContain('The inspection found an old roof.')
  await inspect(ada, 'another price')
  expect(await textOf(application.email, REPRICED)).toContain('$1,700 a year instead of $1,598')
  await ada.getByRole('button', { name: 'Choose Harbor Mutual' }).click()
  await ada.getByRole('button', { name: 'Sign and buy for $1,700 a year' }).waitFor()
  await fillSignature(ada)
  await sign(ada)
  await heading(ada, 'We’re placing your order').waitFor()

  await openTask(application.uid, { kind: 'bind' })
  await unfold('The carrier issued the policy')
  await enterPolicy('HM-HO-77', '1700', page)
  await ann.getByText('Policy issued. We’ve emailed the buyer').waitFor()

  await heading(ada, /^You’re covered from/).waitFor({ timeout: 30_000 })
  const download = ada.waitForEvent('download')
  await ada.getByRole('link', { name: 'Download your declarations page (PDF)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('declarations-HM-HO-77.pdf')
  expect((await readFile(await file.path())).equals(page)).toBe(true)
}, 120_000)

test('an umbrella: the same, and at the new price the buyer signs what the operator had confirmed', async () => {
  const at = { url: service.url, key }
  const intake = completeHousehold(bindAnswers())
  const {
    uid: id,
    review_token,
    review_url,
  } = (await umbrellaCall(at, 'draft', { intake, sandbox: false })).body
  const uid = String(id)
  await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
  await taskFor(service, { uid })
  await ann.goto(`${service.url}/desk/tasks`)
  await inspect(ann, 'list of tasks')
  await openTask(uid)
  await ask('Who drives the second car?')

  let buyer = await newPage()
  await buyer.goto(String(review_url))
  await askForCode(buyer, intake.email)
  await enterCode(buyer, await until(() => latestCode(service.url, intake.email)))
  await buyer.getByLabel('Who drives the second car?').fill('Nobody but me.')
  await buyer.getByRole('button', { name: 'Send my answer' }).click()
  await buyer.getByLabel('Who drives the second car?').waitFor({ state: 'detached' })

  await ann.reload()
  await ann.getByText('Nobody but me.').waitFor()
  await enterOffer(UMBRELLA_OFFER)
  await ann.getByText('Offers saved.').waitFor()
  await openTask(uid, { carrier: 'quay' })
  await decline('Closed for new business.')

  const { offers } = (await untilStatus(at, uid, ['quoted'])).body
  const [{ selection_token } = {}] = offers as { selection_token?: string }[]
  await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await openTask(uid, { kind: 'bind' })
  await ann.getByText('Not signed by the buyer. Confirmed by').waitFor()
  await unfold('The carrier issued the policy')
  const page = await pdfOf('Harbor Mutual', 'Umbrella declarations', 'UM-1')
  await enterPolicy('UM-1', '450', page)
  await ann.getByRole('link', { name: /The buyer signed for \$412 a year, not \$450/ }).waitFor()
  await reprice('450', 'A report shows an accident.')

  await untilStatus(at, uid, ['quoted'], 30_000)
  expect(await textOf(intake.email, REPRICED)).toContain('$450 a year instead of $412')
  buyer = await inAnotherTab(buyer, String(review_url))
  const offer = buyer.getByRole('article', { name: 'Harbor Mutual' })
  await offer.getByText('It was $412 a year. Nothing was bought').waitFor()
  await offer.getByText('A report shows an accident.').waitFor()
  await inspect(buyer, 'another price')
  await buyer.getByRole('button', { name: 'Choose Harbor Mutual' }).click()
  await buyer.getByLabel('Yes, I authorize it').check()
  await buyer.getByRole('button', { name: 'Continue' }).click()
  await heading(buyer, 'Sign to buy your policy').waitFor()
  await fillSignature(buyer, 'Ada Buyer')
  await sign(buyer)

  await openTask(uid, { kind: 'bind' })
  await ann.getByText('Signed by Ada Buyer').waitFor()
  await unfold('The carrier issued the policy')
  await enterPolicy('UM-1', '450', page)
  await ann.getByText('Policy issued.').waitFor()
  await untilStatus(at, uid, ['bound'], 30_000)
  buyer = await inAnotherTab(buyer, String(review_url))
  const policy = buyer.getByRole('article', { name: 'UM-1' })
  await policy.getByText('$450 a year').waitFor()
  const download = buyer.waitForEvent('download')
  await policy.getByRole('link', { name: 'Download your declarations page (PDF)' }).click()
  expect((await readFile(await (await download).path())).equals(page)).toBe(true)
}, 120_000)

test('two staff on one task: one has it. The homeowner says no to another price and withdraws, and an offer that comes later is not saved', async () => {
  const application = await applied(service.url, key, { sandbox: false })
  const { uid } = application
  const bob = await atDesk(SECOND_STAFF)
  await openTask(uid)
  await fillOffer(HOME_OFFER)
  await bob.goto(ann.url())
  await bob.getByText(`${STAFF} is working on this since`).waitFor()
  expect(await bob.getByText('The carrier offers').count()).toBe(0)
  await bob.getByRole('button', { name: 'Take over' }).click()
  await bob.getByText('The task is yours.').waitFor()
  await saveOffer(ann)
  await ann.getByText('Someone else has this task, so nothing was saved.').waitFor()
  await ann.getByText(`${SECOND_STAFF} is working on this since`).waitFor()
  await enterOffer(HOME_OFFER, bob)
  await bob.getByText('Offers saved.').waitFor()

  const signing = asHomeowner(service, uid)
  await signing.selectBest()
  await signing.confirmAll()
  await signing.sign()
  await openTask(uid, { kind: 'bind', by: bob })
  await reprice('1700', 'The inspection found an old roof.', bob)
  await openTask(uid, { carrier: 'quay' })
  await fillOffer({ ...HOME_OFFER, 'o1.quote_number': 'Q-1' })

  const ada = await openPortal(application)
  await heading(ada, 'Your quote').waitFor()
  await ada.getByRole('link', { name: /^Withdraw my application/ }).click()
  await ada.getByRole('button', { name: 'Withdraw the application' }).click()
  await heading(ada, 'You withdrew your application').waitFor()
  await saveOffer(ann)
  await ann
    .getByText('The applicant withdrew or changed the application, so the offer was not saved')
    .waitFor()
  await bob.goto(`${service.url}/desk/tasks`)
  await heading(bob, 'Carrier tasks').waitFor()
  expect(await bob.locator(`a[href="${new URL(ann.url()).pathname}"]`).count()).toBe(0)
  expect((await signing.view()).homes.flatMap(({ policy }) => policy ?? [])).toEqual([])
}, 120_000)
