import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { latestCode, mailbox } from '../support/client.ts'
import { STAFF } from '../support/desk.ts'
import { deskMarketEnv, HOME_OFFER, taskFor, UMBRELLA_OFFER } from '../support/desk-markets.ts'
import { inspect } from '../support/inspect.ts'
import { newOperator } from '../support/intakes.ts'
import { pdfOf } from '../support/pdf.ts'
import {
  type Applied,
  applied,
  askForLink,
  confirmAll,
  fillSignature,
  heading,
  mailedLink,
  sign,
} from '../support/portal.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { bindAnswers, completeHousehold, umbrellaCall, untilStatus, yes } from '../support/umbrella.ts'
import { until } from '../support/until.ts'

let browser: Browser
let service: TestService
let key: string
let desk: BrowserContext
let ann: Page
beforeAll(async () => {
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService({ env: deskMarketEnv() })])
  ;({ key } = await newOperator(service))
  desk = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  ann = await desk.newPage()
  ann.setDefaultTimeout(15_000)
  await signInAtDesk()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const signInAtDesk = async () => {
  await ann.goto(`${service.url}/desk/sign-in`)
  await ann.getByLabel('Email').fill(STAFF)
  await ann.getByRole('button', { name: 'Email me a code' }).click()
  await ann.getByLabel('Code').waitFor()
  await until(async () => (await mailbox(service.url, STAFF)).length > 0)
  await ann.getByLabel('Code').fill(await latestCode(service.url, STAFF))
  await ann.getByRole('button', { name: 'Sign in' }).click()
  await heading(ann, 'Desk').waitFor()
}

const openTask = async (uid: string, { kind = 'quote', carrier = 'harbor' } = {}) => {
  const path = await taskFor(service, { uid, kind, carrier })
  await ann.goto(`${service.url}/desk/tasks`)
  await ann.locator(`a[href="${path}"]`).click()
  await ann.getByRole('button', { name: 'Claim' }).click()
  await ann.getByText('The task is yours.').waitFor()
}

const unfold = (name: string) => ann.locator('summary', { hasText: name }).first().click()

const enterOffer = async (fields: Record<string, string>, title = 'The carrier offers') => {
  await unfold(title)
  for (const [name, text] of Object.entries(fields)) {
    const field = ann.locator(`[name="${name}"]`)
    if (await field.evaluate(element => element.tagName === 'SELECT')) await field.selectOption(text)
    else await field.fill(text)
  }
  await ann.getByRole('button', { name: 'Save and show to the applicant' }).click()
}

const enterPolicy = async (number: string, price: string, page: Buffer) => {
  await ann.getByLabel('Policy number').fill(number)
  await ann.getByLabel('Price a year on the declarations page').fill(price)
  await ann
    .getByLabel('Declarations page (PDF)')
    .setInputFiles({ name: 'dec.pdf', mimeType: 'application/pdf', buffer: page })
  await ann.getByRole('button', { name: 'Save the policy' }).click()
}

const openPortal = async (application: Applied): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(15_000)
  await askForLink(page, application)
  await page.goto(await mailedLink(service.url, application.email))
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
}

test('a home: staff quote, ask, decline and buy by hand, and the homeowner downloads the carrier’s page', async () => {
  const application = await applied(service.url, key, { sandbox: false })
  await openTask(application.uid)
  await ann.getByRole('button', { name: 'Copy Full name' }).click()
  expect(await ann.evaluate('navigator.clipboard.readText()')).toBe('Ada Homeowner')
  await inspect(ann, 'quote task')

  await unfold('The carrier asks for something')
  await ann.getByLabel('What does the carrier ask for?').fill('When was the wiring replaced?')
  await ann.getByRole('button', { name: 'Ask the applicant' }).click()
  await ann.getByText('Question sent.').waitFor()

  const ada = await openPortal(application)
  await ada.getByLabel('When was the wiring replaced?').fill('In 2011,\nall of it.')
  await inspect(ada, 'carrier question')
  await ada.getByRole('button', { name: 'Send my answer' }).click()
  await ada.getByText('We’ve sent your answer').waitFor()

  await ann.reload()
  await ann.getByText('In 2011, all of it.').waitFor()
  await enterOffer({ ...HOME_OFFER, 'o1.deductible': '' })
  await ann.getByText('One thing to correct').waitFor()
  await ann.locator('[name="o1.deductible"]').fill('2500')
  await ann.getByRole('button', { name: 'Save and show to the applicant' }).click()
  await ann.getByText('Offers saved.').waitFor()

  await openTask(application.uid, { carrier: 'quay' })
  await unfold('The carrier declines')
  await ann.getByLabel('Reason', { exact: true }).fill('The roof is older than 20 years.')
  await ann.getByRole('button', { name: 'Save the decline' }).click()
  await ann.getByText('Decline saved.').waitFor()

  await ada.goto(`${service.url}/portal`)
  await ada
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
  await confirmAll(ada)
  await fillSignature(ada)
  await sign(ada)
  await heading(ada, 'Your policy is being issued').waitFor()

  await openTask(application.uid, { kind: 'bind' })
  await ann.getByText('Signed by Ada Homeowner').waitFor()
  await unfold('The carrier issued the policy')
  const page = await pdfOf('Harbor Mutual', 'Homeowners declarations', 'HM-HO-77')
  await enterPolicy('HM-HO-77', '1700', page)
  await ann.getByRole('link', { name: /The buyer signed for \$1,598 a year, not \$1,700/ }).waitFor()
  await inspect(ann, 'refused policy')
  await enterPolicy('HM-HO-77', '1598', page)
  await ann.getByText('Policy issued. We’ve emailed the buyer').waitFor()

  await heading(ada, /^You’re covered from/).waitFor({ timeout: 30_000 })
  const download = ada.waitForEvent('download')
  await ada.getByRole('link', { name: 'Download your declarations page (PDF)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('declarations-HM-HO-77.pdf')
  expect((await readFile(await file.path())).equals(page)).toBe(true)
}, 120_000)

test('an umbrella: the same desk, shorter', async () => {
  const at = { url: service.url, key }
  const intake = completeHousehold(bindAnswers())
  const { uid: id, review_token } = (await umbrellaCall(at, 'draft', { intake, sandbox: false })).body
  const uid = String(id)
  await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
  await taskFor(service, { uid })
  await ann.goto(`${service.url}/desk/tasks`)
  await inspect(ann, 'list of tasks')
  await openTask(uid)
  await enterOffer(UMBRELLA_OFFER)
  await ann.getByText('Offers saved.').waitFor()
  const { offers } = (await untilStatus(at, uid, ['quoted'])).body
  const [{ selection_token } = {}] = offers as { selection_token?: string }[]
  await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await openTask(uid, { kind: 'bind' })
  await unfold('The carrier issued the policy')
  await enterPolicy('UM-1', '412', await pdfOf('Harbor Mutual', 'Umbrella declarations', 'UM-1'))
  await ann.getByText('Policy issued.').waitFor()
  await untilStatus(at, uid, ['bound'], 30_000)
})
