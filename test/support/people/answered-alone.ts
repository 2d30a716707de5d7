import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Json } from '../../../src/products/line/fields/merge.ts'
import { umbrellaFields } from '../../../src/products/umbrella/fields.ts'

const BOXES = ['estimates', 'application']

const plainAnswer = (name: string): string => {
  if (/auto_has_insurance|continuously_insured\.any$/.test(name)) return 'yes'
  return name.endsWith('rental_status') ? 'not_rented' : 'no'
}

type Counts = Readonly<Record<string, number>>

/** Every question on a review page that has no answer yet, answered as a plain household would, and its box checked. */
export const answersOn = (page: string, counts: Counts = {}): Record<string, string> => {
  const asked = page.replaceAll(/<details class="correct"[\s\S]*?<\/details>/g, '')
  const radios = [...asked.matchAll(/type="radio" name="([^"]+)" value="([^"]*)"[^>]*?( checked)?>/g)]
  const marked = new Set(radios.flatMap(([, name = '', , checked]) => (checked ? [name] : [])))
  const open = radios.filter(([, name = '', value]) => !marked.has(name) && value === plainAnswer(name))
  const insured = /name="(home\[\d\]\.continuously_insured)"/.exec(asked)?.[1]
  const counted = Object.entries(counts).map(([name, count]) => [name, String(count)])
  return Object.fromEntries([
    ...open.map(([, name = '', value = '']) => [name, value]),
    ...(insured ? [[insured, '3']] : []),
    ...counted.flatMap(([name = '', count]) => [
      [`${name}.any`, 'yes'],
      [name, count],
    ]),
    ...BOXES.filter(box => asked.includes(`name="${box}"`)).map(box => [box, 'yes']),
  ])
}

export const answerAlone = async (page: Page, counts: Counts = {}): Promise<void> => {
  for (const [name, value] of Object.entries(answersOn(await page.content(), counts))) {
    const control = page.locator(`input[name="${name}"]`)
    if ((await control.first().getAttribute('type')) === 'text') await control.fill(value)
    else await page.locator(`input[name="${name}"][value="${value}"]`).check()
  }
}

type Focused = { name?: string; type?: string; value?: string }

/** The same with the keyboard alone, in the order of the page. */
export const answerByKeyboard = async (page: Page): Promise<void> => {
  const focused = () =>
    page.evaluate<Focused>('(({ name, type, value }) => ({ name, type, value }))(document.activeElement)')
  const left = new Map(Object.entries(answersOn(await page.content())))
  for (let presses = 0; left.size > 0; presses += 1) {
    if (presses === 200) throw new Error(`the keyboard does not reach ${[...left.keys()]}`)
    await page.keyboard.press('Tab')
    const { name = '', type } = await focused()
    const answer = left.get(name)
    if (answer === undefined) continue
    await page.keyboard.press(type === 'text' ? 'End' : 'Space')
    if (type === 'text') await page.keyboard.type(answer)
    for (let way = 0; type === 'radio' && way < 5 && (await focused()).value !== answer; way += 1)
      await page.keyboard.press('ArrowDown')
    expect((await focused()).value, name).toBe(answer)
    left.delete(name)
  }
}

/** As the buyer answers each of them by itself, from what was sent for them. */
export const ownAnswers = (household: object): Json =>
  Object.fromEntries(
    Object.entries({ additional_drivers: [], ...household }).filter(
      ([name]) => Object.entries(umbrellaFields).find(([field]) => field === name)?.[1].material,
    ),
  )
