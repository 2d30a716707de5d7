import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fitsAtAnySize } from '../browser/inspect.ts'
import type { Tab } from '../browser/tab.ts'
import type { TestService } from '../servers/service.ts'
import { mailbox, newEmail } from './client.ts'
import { aHome, anIntake, newOperator } from './homeowner-intakes.ts'
import { dashboardLink } from './signed-in-operator.ts'

const place = (city: string) => aHome({ city, state: 'IL', zip: '62704', property_type: 'single_family' })

/** A request that waits for its homeowner. */
export const waitingRequest = (service: TestService, owner: string, city = 'Springfield') =>
  anIntake(service, { owner, applicant: { email: newEmail() }, homes: [place(city)] })

export const emailsTo = (service: TestService, { application }: Awaited<ReturnType<typeof waitingRequest>>) =>
  mailbox(service.url, application.applicant.email)

export const enterDashboard = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/\/dashboard(\?|$)/)
}

type Look = (page: Page, name: string) => Promise<void>

/** From the link to the email that was sent. */
export const walkDashboard = async (
  service: TestService,
  { page, complaints }: Tab,
  look: Look,
): Promise<void> => {
  const { key, uid: owner } = await newOperator(service)
  const intake = await waitingRequest(service, owner)
  await waitingRequest(service, owner, 'Rockford')
  await page.goto(await dashboardLink(service.url, key))
  await look(page, 'the link')
  await enterDashboard(page)
  await page.getByLabel('Request ID').fill(intake.uid)
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL(/uid=/)
  expect(await page.getByRole('rowheader').count()).toBe(1)
  await page.getByRole('link', { name: 'Springfield, IL 62704' }).click()
  await page.getByRole('button', { name: 'Email the homeowner' }).waitFor()
  await look(page, 'a request')
  await page.getByRole('button', { name: 'Email the homeowner' }).click()
  await page.getByText('We emailed the link').waitFor()
  expect(await page.getByText('Email sent: missing answers').count()).toBe(1)
  const [mail, ...others] = await emailsTo(service, intake)
  expect(others).toEqual([])
  const shown = String(await page.locator('#homeowner .copied a').getAttribute('href'))
  expect(shown).toContain('/portal/login?ref=')
  expect(new URL(String(mail?.links[0])).search).toBe(new URL(shown).search)
  await look(page, 'a request after its email')
  await fitsAtAnySize(page, 'a request after its email')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in or create an account' }).waitFor()
  await page.getByText('Sign in with your operator key instead').click()
  await look(page, 'signed out')
  expect(complaints.filter(text => !text.includes('401'))).toEqual([])
}
