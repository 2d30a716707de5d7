import { expect, test } from 'vitest'
import { getKey, latestCode, mailbox, newEmail } from '../support/people/client.ts'
import { STAFF } from '../support/people/desk.ts'
import { deskInBrowser } from '../support/people/desk-in-browser.ts'
import { anIntake } from '../support/people/homeowner-intakes.ts'
import { until } from '../support/runs/until.ts'

const { service, url, open, signedIn, inspectWithScripts, giveWork } = deskInBrowser()

const codeAfter = async (act: () => Promise<unknown>): Promise<string> => {
  const before = (await mailbox(service().url, STAFF)).length
  await act()
  await until(async () => (await mailbox(service().url, STAFF)).length > before)
  return latestCode(service().url, STAFF)
}

test('signing in, the empty desk and the full one have nothing for axe to find', async () => {
  const page = await open('/desk')
  await inspectWithScripts(page, 'sign-in')
  const code = await codeAfter(async () => {
    await page.getByLabel('Email').fill(STAFF)
    await page.getByRole('button', { name: 'Email me a code' }).click()
  })
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByRole('alert').textContent()).toContain('The code is wrong')
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.getByText('Nothing is waiting.').count()).toBe(1)
  await inspectWithScripts(page, 'desk-empty')
  const { uid } = await giveWork()
  await inspectWithScripts(page, 'desk-full')
  await page.goto(`${url()}/desk/work/${uid}`)
  await inspectWithScripts(page, 'desk-work')
})

test('staff suspend an operator and hold a record; axe finds nothing', async () => {
  const email = newEmail()
  await getKey(service().url, email)
  const { uid } = await anIntake(service(), { owner: 'opr_test' })
  const page = await signedIn('/desk/operators')
  await inspectWithScripts(page, 'operators')
  await page.getByRole('link', { name: email }).click()
  await inspectWithScripts(page, 'operator')
  await page.getByText('Suspend', { exact: true }).first().click()
  const suspension = page.getByRole('form', { name: `Suspend ${email}` })
  await suspension.getByLabel('Why').fill('Too many complaints.')
  await suspension.getByRole('button', { name: 'Suspend' }).click()
  expect(await page.getByRole('status').textContent()).toContain('Operator suspended')
  await page.goto(`${url()}/desk/records`)
  await inspectWithScripts(page, 'records')
  await page.getByLabel('Request').fill(uid)
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText('Place a legal hold').first().click()
  await page.getByLabel('Why').first().fill('A letter from counsel.')
  await page.getByRole('button', { name: 'Place a legal hold' }).click()
  expect(await page.getByRole('status').textContent()).toContain('on hold')
  await inspectWithScripts(page, 'record')
  for (const path of ['/desk/book', '/desk/health', '/desk/account']) {
    await page.goto(url() + path)
    await inspectWithScripts(page, path)
  }
})
