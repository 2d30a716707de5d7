import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspect } from '../../support/browser/inspect.ts'
import { goOnAs } from '../../support/browser/tab.ts'
import {
  deskMarketEnv,
  HOME_OFFER,
  SECOND_STAFF,
  taskFor,
  UMBRELLA_OFFER,
} from '../../support/carriers/desk-markets.ts'
import { pageOfLastOrder } from '../../support/carriers/planted.ts'
import { latestCode, mailbox } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { asHomeowner, type Homeowner } from '../../support/people/homeowner-in-portal.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import {
  applied,
  askForCode,
  enterCode,
  fillSignature,
  heading,
  sign,
} from '../../support/people/portal-in-browser.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import {
  bindAnswers,
  completeHousehold,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { hiddenIn, type Seen, type Visitor } from '../../support/people/visitor.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let browser: Browser
let service: TestService
let key: string
let ann: Page
/** Ann without a screen, for what another test does on the page. */
let staff: Visitor
let applicants: BrowserContext
beforeAll(async () => {
  ;[browser, service] = await Promise.all([launchBrowser(), startTestService({ env: deskMarketEnv() })])
  ;({ key } = await newOperator(service))
  staff = await signIn(service, service.url)
  const desk = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  await goOnAs(staff, desk)
  ann = await newPage(desk)
  applicants = await browser.newContext()
})
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const newPage = (context: BrowserContext): Promise<Page> => context.newPage()

type Task = { kind?: string; carrier?: string }

const claimOnPage = async () => {
  await ann.getByRole('button', { name: 'Claim' }).click()
  await ann.getByText('The task is yours.').waitFor()
}

const openTask = async (uid: string, task: Task = {}) => {
  await ann.goto(service.url + (await taskFor(service, { uid, ...task })))
  await claimOnPage()
}

const claimed = async (uid: string, task: Task = {}, by = staff): Promise<string> => {
  const path = await taskFor(service, { uid, ...task })
  await by.open(path)
  expect((await by.send(`${path}/claim`)).location).toBe(`${path}?done=claimed`)
  return path
}

const unfold = (name: string) => ann.locator('summary', { hasText: name }).first().click()

const saveOffer = () => ann.getByRole('button', { name: 'Save and show to the applicant' }).click()

const enterOffer = async (fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) {
    const field = ann.locator(`[name="${name}"]`).first()
    const kind = await field.evaluate(element => element.getAttribute('type') ?? element.localName)
    if (kind === 'checkbox') await ann.locator(`[name="${name}"][value="${text}"]`).check()
    else if (kind === 'select') await field.selectOption(text)
    else await field.fill(text)
  }
  await saveOffer()
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
  const waiver = ann.getByLabel('Mine subsidence, as the state asks')
  if ((await waiver.count()) > 0) await waiver.selectOption('refused')
  await ann
    .getByLabel('Declarations page (PDF)')
    .setInputFiles({ name: 'dec.pdf', mimeType: 'application/pdf', buffer: page })
  await ann.getByRole('button', { name: 'Save the policy' }).click()
}

/** The same form, sent with the days that it is filled in with. */
const sendPolicy = async (path: string, page: Buffer): Promise<Seen> => {
  const { text } = await staff.open(path)
  const day = (name: string) => String(new RegExp(`name="${name}"[^>]*value="([\\d-]+)"`).exec(text)?.[1])
  const [effective_date, expiration_date] = [day('effective_date'), day('expiration_date')]
  const terms = { policy_number: 'UM-1', annual_price: '450', effective_date, expiration_date }
  return staff.upload(`${path}/bound`, terms, { declarations: new File([new Uint8Array(page)], 'dec.pdf') })
}

const reprice = async (price: string, reason: string) => {
  const title = 'The carrier asks for a different price'
  await unfold(title)
  const form = ann.getByRole('form', { name: title })
  await form.getByLabel('New price a year').fill(price)
  await form.getByLabel('Reason').fill(reason)
  await form.getByRole('button', { name: 'Save' }).click()
  await ann.getByText('The purchase stopped, and we’ve emailed the buyer').waitFor()
}

const textOf = async (email: string, subject: string): Promise<string> =>
  String(
    await until(async () => (await mailbox(service.url, email)).find(mail => mail.subject === subject)?.text),
  )

const REPRICED = 'The price changed, and nothing was bought'

/** The page of one who waits goes on by itself at any moment, and a tab goes to one place at a time: so each visit has its own. */
const openPortal = async (homeowner: Homeowner): Promise<Page> => {
  await applicants.clearCookies()
  await goOnAs(await signedInHomeowner(service, homeowner), applicants)
  const page = await newPage(applicants)
  await page.goto(`${service.url}/portal`)
  return page
}

test('a home: staff quote, ask, decline and buy by hand; a price that was not signed waits for the homeowner’s yes, who then downloads the carrier’s page', async () => {
  const { uid, email } = await applied(service.url, key, { sandbox: false })
  const homeowner = asHomeowner(service, uid)
  await openTask(uid)
  await ann.getByRole('button', { name: 'Copy everything' }).click()
  expect(await ann.evaluate('navigator.clipboard.readText()')).toContain('Full name\tAda Homeowner\n')
  await inspect(ann, 'quote task')

  await ask('When was the wiring replaced?')

  const waiting = await openPortal(homeowner)
  await waiting.getByLabel('When was the wiring replaced?').fill('In 2011,\nall of it.')
  await inspect(waiting, 'carrier question')
  await waiting.getByRole('button', { name: 'Send my answer' }).click()
  await waiting.getByText('We have your answer').waitFor()
  await waiting.close()

  await ann.reload()
  await ann.getByText('In 2011, all of it.').waitFor()
  await enterOffer({ ...HOME_OFFER, 'o1.deductible': '' })
  await ann.getByText('One thing to correct').waitFor()
  await ann.locator('[name="o1.deductible"]').fill('2500')
  await saveOffer()
  await ann.getByText('Offers saved.').waitFor()

  await openTask(uid, { carrier: 'quay' })
  await decline('The roof is older than 20 years.')

  await homeowner.untilAt('offers')
  await homeowner.selectBest()
  await homeowner.confirmAll()
  await homeowner.sign()
  const ada = await openPortal(homeowner)
  await heading(ada, 'We’re placing your order').waitFor()
  expect(await ada.getByText(/with Harbor Mutual.*not covered until your policy is issued/).count()).toBe(1)

  await openTask(uid, { kind: 'bind' })
  await ann.getByText('Signed by Ada Homeowner').waitFor()
  await unfold('The carrier issued the policy')
  await enterPolicy('HM-HO-77', '1700', await pageOfLastOrder(service.app, uid, 'HM-HO-77'))
  await ann.getByRole('link', { name: /The buyer signed for \$1,598 a year, not \$1,700/ }).waitFor()
  await inspect(ann, 'refused policy')

  await reprice('1700', 'The inspection found an old roof.')
  const asked = ada.getByText('You signed for $1,598 a year. The new price is $1,700.')
  await asked.waitFor({ timeout: 30_000 })
  expect(await asked.textContent()).toContain('The inspection found an old roof.')
  await inspect(ada, 'another price')
  expect(await textOf(email, REPRICED)).toContain('$1,700 a year instead of $1,598')
  await ada.getByRole('button', { name: 'Choose Harbor Mutual' }).click()
  await ada.getByRole('button', { name: 'Sign and buy for $1,700 a year' }).waitFor()
  await fillSignature(ada)
  await sign(ada)
  await heading(ada, 'We’re placing your order').waitFor()

  await openTask(uid, { kind: 'bind' })
  await unfold('The carrier issued the policy')
  const page = await pageOfLastOrder(service.app, uid, 'HM-HO-77')
  await enterPolicy('HM-HO-77', '1700', page)
  await ann.getByText('Policy issued. We’ve emailed the buyer').waitFor()

  await heading(ada, /^You’re covered from/).waitFor({ timeout: 30_000 })
  const download = ada.waitForEvent('download')
  await ada.getByRole('link', { name: 'Download your declarations page (PDF)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('declarations-HM-HO-77.pdf')
  expect((await readFile(await file.path())).equals(page)).toBe(true)
  await ada.close()
})

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
  const path = await taskFor(service, { uid })
  await ann.goto(`${service.url}/desk/tasks`)
  await inspect(ann, 'list of tasks')
  await ann.locator(`a[href="${path}"]`).click()
  await claimOnPage()
  const question = { question: 'Who drives the second car?' }
  expect((await staff.send(`${path}/ask`, question)).location).toBe(`${path}?done=asked`)

  await applicants.clearCookies()
  let buyer = await newPage(applicants)
  await buyer.goto(String(review_url))
  await askForCode(buyer, intake.email)
  await enterCode(buyer, await until(() => latestCode(service.url, intake.email)))
  await buyer.getByLabel('Who drives the second car?').fill('Nobody but me.')
  await buyer.getByRole('button', { name: 'Send my answer' }).click()
  await buyer.getByLabel('Who drives the second car?').waitFor({ state: 'detached' })
  await buyer.close()

  await ann.reload()
  await ann.getByText('Nobody but me.').waitFor()
  await enterOffer(UMBRELLA_OFFER)
  await ann.getByText('Offers saved.').waitFor()
  const other = await claimed(uid, { carrier: 'quay' })
  const reason = { reason_code: 'not_writing', reason: 'Closed for new business.' }
  expect((await staff.send(`${other}/decline`, reason)).location).toBe(`${other}?done=declined`)

  const { offers } = (await untilStatus(at, uid, ['quoted'])).body
  const [{ selection_token } = {}] = offers as { selection_token?: string }[]
  await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  const first = await claimed(uid, { kind: 'bind' })
  expect((await staff.open(first)).text).toContain('Not signed by the buyer. Confirmed by')
  const early = await pageOfLastOrder(service.app, uid, 'UM-1')
  expect((await sendPolicy(first, early)).text).toContain('The buyer signed for $412 a year, not $450')
  const newTerms = { new_price: '450', price_reason: 'A report shows an accident.' }
  expect((await staff.send(`${first}/repriced`, newTerms)).location).toBe(`${first}?done=repriced`)

  await untilStatus(at, uid, ['quoted'])
  expect(await textOf(intake.email, REPRICED)).toContain('$450 a year instead of $412')
  buyer = await newPage(applicants)
  await buyer.goto(String(review_url))
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

  const second = await claimed(uid, { kind: 'bind' })
  expect((await staff.open(second)).text).toContain('Signed by Ada Buyer')
  const page = await pageOfLastOrder(service.app, uid, 'UM-1')
  expect((await sendPolicy(second, page)).location).toBe(`${second}?done=bound`)
  await untilStatus(at, uid, ['bound'])
  await buyer.close()
  buyer = await newPage(applicants)
  await buyer.goto(String(review_url))
  const policy = buyer.getByRole('article', { name: 'UM-1' })
  await policy.getByText('$450 a year').waitFor()
  const download = buyer.waitForEvent('download')
  await policy.getByRole('link', { name: 'Download your declarations page (PDF)' }).click()
  expect((await readFile(await (await download).path())).equals(page)).toBe(true)
})

test('two staff on one task: one has it. The homeowner says no to another price and withdraws, and an offer that comes later is not saved', async () => {
  const { uid } = await applied(service.url, key, { sandbox: false })
  const homeowner = asHomeowner(service, uid)
  const bob = await signIn(service, service.url, SECOND_STAFF)
  const path = await claimed(uid)
  const { text: seenByBob } = await bob.open(path)
  expect(seenByBob).toContain(`${STAFF} is working on this since`)
  expect(seenByBob).not.toContain('The carrier offers')
  expect((await bob.send(`${path}/claim`, hiddenIn(seenByBob))).location).toBe(`${path}?done=claimed`)
  const { location } = await staff.send(`${path}/offers`, HOME_OFFER)
  const { text: seenByAnn } = await staff.open(String(location))
  expect(seenByAnn).toContain('Someone else has this task, so nothing was saved.')
  expect(seenByAnn).toContain(`${SECOND_STAFF} is working on this since`)
  expect((await bob.send(`${path}/offers`, HOME_OFFER)).location).toBe(`${path}?done=offered`)

  await homeowner.untilAt('offers')
  await homeowner.selectBest()
  await homeowner.confirmAll()
  await homeowner.sign()
  const bind = await claimed(uid, { kind: 'bind' }, bob)
  const newTerms = { new_price: '1700', price_reason: 'The inspection found an old roof.' }
  expect((await bob.send(`${bind}/repriced`, newTerms)).location).toBe(`${bind}?done=repriced`)
  const quay = await claimed(uid, { carrier: 'quay' })
  await homeowner.untilAt('offers')

  const ada = await openPortal(homeowner)
  await heading(ada, 'Your quote').waitFor()
  await ada.getByRole('link', { name: /^Withdraw my application/ }).click()
  await ada.getByRole('button', { name: 'Withdraw the application' }).click()
  await heading(ada, 'You withdrew your application').waitFor()
  const late = await staff.send(`${quay}/offers`, { ...HOME_OFFER, 'o1.quote_number': 'Q-1' })
  expect((await staff.open(String(late.location))).text).toContain(
    'The applicant withdrew or changed the application, so the offer was not saved',
  )
  const { text: tasks } = await bob.open('/desk/tasks')
  expect(tasks).toContain('Carrier tasks')
  expect(tasks).not.toContain(quay)
  expect((await homeowner.view()).homes.flatMap(({ policy }) => policy ?? [])).toEqual([])
})
