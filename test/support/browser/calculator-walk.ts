import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { call } from '../people/client.ts'
import { inspect } from './inspect.ts'
import type { Tab } from './tab.ts'

export type Case = {
  path: string
  /** What a person types and chooses, by label. */
  types: Record<string, string>
  chooses?: Record<string, string>
  ticks?: string[]
  verdict: RegExp
  charts: number
  wrong: { types: Record<string, string>; label: string; message: string }
}

const camry = { 'Model year': '2019', Make: 'Toyota', Model: 'Camry' }

export const calculators: Case[] = [
  {
    path: '/calculators/auto-estimates',
    types: { 'ZIP code': '94110', Age: '42', ...camry },
    verdict: /^About \$\d+ a month$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '94110', Age: '12' },
      label: 'Age',
      message: 'Age is too small. Enter at least 16.',
    },
  },
  {
    path: '/calculators/collision-and-comprehensive-coverage',
    types: { ...camry, 'Collision deductible': '$500' },
    chooses: { State: 'TX' },
    verdict: /cover|collision/i,
    charts: 2,
    wrong: { types: { Age: '42' }, label: 'ZIP code', message: 'Enter a ZIP code, or choose a state.' },
  },
  {
    path: '/calculators/file-a-claim',
    types: { 'Cost of the repair': '2,800', 'ZIP code': '94110', ...camry },
    verdict: /^Pay for it yourself$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '94110' },
      label: 'Cost of the repair',
      message: 'Cost of the repair is required. Enter the cost of the repair in dollars, more than 0.',
    },
  },
  {
    path: '/calculators/home',
    types: { 'ZIP code': '95959', 'Living area': '1,800' },
    ticks: ['Fenced swimming pool', 'Wood stove'],
    verdict: /^About \$\d+,\d+ a year$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '97201', 'Living area': '1800' },
      label: 'ZIP code',
      message: 'ZIP code is in OR, not in California. Enter a California ZIP code.',
    },
  },
  {
    path: '/calculators/umbrella',
    types: { 'ZIP code': '94110', Cars: '2' },
    chooses: { Limit: '2000000', 'Your auto liability limits': '100_300_100' },
    verdict: /^About \$\d+ a year, once you raise your auto limits$/,
    charts: 1,
    wrong: {
      types: { 'ZIP code': '9411' },
      label: 'ZIP code',
      message: 'ZIP code does not look right. Enter a five-digit US ZIP code.',
    },
  },
]

export const fill = async (page: Page, { types, chooses = {}, ticks = [] }: Partial<Case>): Promise<void> => {
  for (const [label, text] of Object.entries(types ?? {}))
    await page.getByLabel(label, { exact: true }).fill(text)
  for (const [label, value] of Object.entries(chooses))
    await page.getByLabel(label, { exact: true }).selectOption(value)
  for (const label of ticks) await page.getByLabel(label).check()
}

export const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Calculate' }).click()
export const answerOf = (page: Page) => page.getByRole('region').filter({ has: page.locator('#answer') })
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent.trim()')

export const open = async (aTab: () => Promise<Tab>, url: string): Promise<Tab> => {
  const tab = await aTab()
  await tab.page.goto(url)
  return tab
}

/** That an answer was a 400 the browser says by itself. */
export const EXPECTED = /status of 400/

type World = { url: string; scripted: () => Promise<Tab>; plain: () => Promise<Tab> }

/** An error and its field, then the answer, in place. Without scripts its address gives the same. */
export const walkCalculator = async ({ url, scripted, plain }: World, one: Case): Promise<void> => {
  const { page, complaints } = await open(scripted, url + one.path)
  await page.evaluate('document.mark = "still the same document"')
  await fill(page, one.wrong)
  await send(page)
  const summary = page.locator('[role=alert]', { hasText: one.wrong.message })
  await summary.waitFor()
  expect(await focused(page)).toContain(one.wrong.message)
  expect((await call(page.url())).status).toBe(400)
  // The empty form, and the error; its field is inspected without it below.
  await inspect(page)
  await summary.getByRole('link', { name: one.wrong.message }).click()
  const field = page.getByLabel(one.wrong.label, { exact: true })
  expect(await page.evaluate('document.activeElement.id')).toBe(await field.getAttribute('id'))
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  const told = String(await field.getAttribute('aria-describedby')).split(' ')
  expect(await page.locator(`#${told.at(-1)}`).textContent()).toBe(one.wrong.message)

  const mistaken = page.url()
  await fill(page, one)
  await send(page)
  await answerOf(page).waitFor()
  expect(await focused(page)).toMatch(one.verdict)
  expect(await answerOf(page).getByRole('img').count()).toBe(one.charts)
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
  await inspect(page)
  const answered = page.url()
  expect([...new URL(answered).searchParams.values()]).not.toContain('')
  await page.goBack()
  await answerOf(page).waitFor({ state: 'detached' })
  expect(page.url()).toBe(mistaken)
  await page.goForward()
  await answerOf(page).waitFor()
  expect(await page.evaluate('document.mark')).toBe('still the same document')
  expect(complaints).toEqual([])

  const { page: shared } = await open(plain, answered)
  expect(await answerOf(shared).textContent()).toBe(await answerOf(page).textContent())
  for (const [label, text] of Object.entries(one.types))
    expect(await shared.getByLabel(label, { exact: true }).inputValue()).toBe(text)
}
