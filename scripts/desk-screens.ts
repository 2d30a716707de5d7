import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { openPayment } from '../src/agency/payments/open-payment.ts'
import { settlePayment } from '../src/agency/payments/receipts.ts'
import { getKey, latestCode, mailbox } from '../test/support/people/client.ts'
import { aDoubtfulDocument, STAFF } from '../test/support/people/desk.ts'
import { anIntake } from '../test/support/people/homeowner-intakes.ts'
import { applied, heading } from '../test/support/people/portal-in-browser.ts'
import { until } from '../test/support/runs/until.ts'
import type { TestService } from '../test/support/servers/service.ts'
import { withOwnService } from './own-service.ts'

type Screens = {
  browser: Browser
  look: (page: Page, name: string, options?: { spanish: boolean }) => Promise<void>
}

const HARBOR = {
  kind: 'desk',
  id: 'harbor',
  name: 'Harbor Mutual',
  naic: '12345',
  portal_url: 'https://agents.harbor.example/',
  expected_hours: 24,
  instructions: 'Choose “Personal lines”.\nAgency code 4411.',
  homeowners_states: ['IL'],
}

const anAgency = async (): Promise<Record<string, string>> => {
  const file = join(tmpdir(), `bindery-carriers-${process.pid}.json`)
  await writeFile(file, JSON.stringify([HARBOR]))
  return {
    CARRIERS_FILE: file,
    DEMO_CARRIERS: 'off',
    STAFF_EMAILS: STAFF,
    AGENCY_NAME: 'Maple Street Agency',
    AGENCY_PHONE: '217-555-0142',
    PAYMENT_INSTRUCTIONS: 'Send a check to 12 Maple Street, Springfield, IL 62704.',
  }
}

const signIn = async (tab: Page, url: string): Promise<void> => {
  await tab.goto(`${url}/desk/sign-in`)
  await tab.getByLabel('Email').fill(STAFF)
  await tab.getByRole('button', { name: 'Email me a code' }).click()
  await tab.getByLabel('Code').waitFor()
  await until(async () => (await mailbox(url, STAFF)).length > 0)
  await tab.getByLabel('Code').fill(await latestCode(url, STAFF))
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await heading(tab, 'Desk').waitFor()
}

const anInvoice = async (service: TestService) => {
  const { uid } = await anIntake(service, { owner: 'opr_screens' })
  return openPayment(service.app, {
    uid,
    purpose: 'first_premium',
    sandbox: false,
    amount_cents: 141_200,
    description: 'Homeowners insurance from Harbor Mutual',
  })
}

const PLACES = ['', '/tasks', '/money', '/operators', '/stops', '/records', '/health', '/account']

const deskScreens = async ({ browser, look }: Screens, service: TestService): Promise<void> => {
  const { url } = service
  const key = await getKey(url, 'agents@maple-realty.example')
  const { uid } = await applied(url, key, { sandbox: false })
  await aDoubtfulDocument(service, { uid })
  const tab = await (await browser.newContext()).newPage()
  await signIn(tab, url)
  const shoot = (name: string): Promise<void> => look(tab, name, { spanish: false })
  for (const place of PLACES) {
    await tab.goto(`${url}/desk${place}`)
    await shoot(`desk${place.replace('/', '-')}`)
  }
  await tab.goto(`${url}/desk/book/${uid}`)
  await shoot('desk-customer')
  await tab.goto(`${url}/desk/tasks`)
  await tab.locator('main a[href^="/desk/tasks/"]').first().click()
  await tab.getByRole('button', { name: 'Claim' }).click()
  await tab.getByText('The carrier offers').waitFor()
  await shoot('desk-task')
}

/** The desk, an invoice before and after it is paid, and what a person sees when a page fails. */
export const agencyScreens = async ({ browser, look }: Screens): Promise<void> =>
  withOwnService({ env: await anAgency() }, async service => {
    const invoice = await anInvoice(service)
    const paid = await anInvoice(service)
    await settlePayment(service.app, paid.payment_id, { by: 'staff:stf_1', outcome: 'paid' })
    await deskScreens({ browser, look }, service)
    const tab = await (await browser.newContext()).newPage()
    await tab.goto(invoice.page_url)
    await look(tab, 'pay')
    await tab.goto(paid.page_url)
    await look(tab, 'pay-paid')
    await tab.goto(`${service.url}/no-such-page`)
    await look(tab, 'not-found')
    await sql`alter table payments rename to payments_away`.execute(service.app.db)
    await tab.goto(invoice.page_url)
    await look(tab, 'failed')
  })
