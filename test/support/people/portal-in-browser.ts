import type { Page } from 'playwright-core'
import { until } from '../runs/until.ts'
import { answerAlone } from './answered-alone.ts'
import { mailbox } from './client.ts'
import { completeIntake, quotesCall } from './homeowner-applications.ts'
import { bindAnswers } from './umbrella-applications.ts'

export type Applied = { uid: string; email: string; login: string }

type Application = { home?: object; applicant?: object; authorized?: boolean; sandbox?: boolean }

/** What an operator sends, and where the homeowner signs in. */
export const applied = async (
  url: string,
  key: string,
  { home = {}, applicant = {}, authorized = true, sandbox = true }: Application = {},
): Promise<Applied> => {
  const intake = completeIntake(home, applicant)
  const body = { intake, sandbox, ...(authorized && { credit_check_authorized: true }) }
  const answer = (await quotesCall(url, key, body)).body
  const login = answer.homeowner_quotes_request_login_url ?? answer.homeowner_fix_issues_request_login_url
  return { uid: String(answer.uid), email: intake.email, login: String(login) }
}

export const askForLink = async (page: Page, { login, email }: Applied): Promise<void> => {
  await page.goto(login)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me a link' }).click()
}

export const emailedLink = async (url: string, email: string): Promise<string> => {
  const mail = await until(async () =>
    (await mailbox(url, email)).find(({ subject }) => subject === 'Your link to sign in'),
  )
  return String(mail?.links[0])
}

/** In the sandbox, where the link is shown. */
export const signIn = async (page: Page, application: Applied): Promise<void> => {
  await askForLink(page, application)
  await page.getByRole('link', { name: 'Open the link' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

export const chooseFirst = async (page: Page): Promise<void> => {
  await heading(page, 'Your quotes').waitFor()
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click()
}

export const confirmAll = async (page: Page): Promise<void> => {
  await answerAlone(page)
  await page.getByRole('button', { name: 'Confirm my answers' }).click()
}

/** The start date is empty unless the person said when their policy expires. */
const fillStart = async (page: Page): Promise<void> => {
  const start = page.getByLabel('When should coverage start?')
  if ((await start.count()) > 0) await start.fill(String(await start.getAttribute('max')))
}

export const fillSignature = async (page: Page, name = 'Ada Homeowner'): Promise<void> => {
  await page.getByLabel('I have read this').check()
  await page.getByLabel('I agree to sign').check()
  await page.getByLabel('Type your full name').fill(name)
  await fillStart(page)
}

export const sign = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sign and buy' }).click()

/** As the buyer of an umbrella with one car: what its carrier asks, and the credit consent. */
export const fillBindAnswers = async (page: Page): Promise<void> => {
  await page.getByLabel('Model year').fill('2020')
  await page.getByLabel('Make').fill('Toyota')
  await page.getByLabel('Model', { exact: true }).fill('Camry')
  await page.getByLabel('Start date').fill(bindAnswers().effective_date)
  await page.getByLabel('Current or last insurance company').fill('none')
  await page.getByLabel('Yes, I authorize it').check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** As the buyer of an umbrella: asks for a code on a page of the application. */
export const askForCode = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
}

export const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Open my application' }).click()
}

/** In the sandbox, where the code is shown. */
export const openAsBuyer = async (
  page: Page,
  { url, email }: { url: string; email: string },
): Promise<void> => {
  await page.goto(url)
  await askForCode(page, email)
  await enterCode(page, String(await page.locator('strong.code').textContent()))
}
