import { expect } from 'vitest'
import { type Answer, call } from '../people/client.ts'
import { inspectAtAnySize } from './inspect.ts'
import type { Tab } from './tab.ts'

type View = [name: string, path: string]

export const views: View[] = [
  ['the landing page', '/'],
  ['the terms', '/terms'],
  ['an operation', '/docs/api/umbrella-draft'],
  ['a search of the docs', '/docs/search?q=offer'],
  ['the errors', '/docs/errors#rate_limited'],
  ['a guide', '/docs/auth'],
  ['the mailbox', '/dev/mailbox'],
]

/** Long, or made of the same parts. */
export const longViews: View[] = [
  ['the privacy page', '/privacy'],
  ['the docs', '/docs'],
  ['the reference', '/docs/api'],
  ...['homeowners', 'umbrella', 'consumer', 'mcp', 'client', 'carriers'].map(
    (name): View => [`the guide /docs/${name}`, `/docs/${name}`],
  ),
]

/** Pages share most of their links. */
const answers = new Map<string, Promise<Answer>>()
const answerOf = (link: string): Promise<Answer> => {
  const { href } = Object.assign(new URL(link), { hash: '' })
  const answer = answers.get(href) ?? call(href)
  answers.set(href, answer)
  return answer
}

/** Nothing for axe to find, nothing to scroll sideways at any size, and only links that lead somewhere. */
export const inspectPage = async ({ page, complaints }: Tab, url: string): Promise<void> => {
  await page.goto(url)
  // A page of many alike parts is looked at with some of them open.
  await page.evaluate(
    '[...document.querySelectorAll("details")].forEach((part, at) => { part.open = at % 6 === 0 })',
  )
  await inspectAtAnySize(page)
  expect(complaints).toEqual([])
  const links = await page.evaluate<string[]>('[...document.links].map(link => link.href)')
  for (const link of new Set(links)) {
    const { hash } = new URL(link)
    const { status, text } = await answerOf(link)
    expect.soft(status, link).toBe(200)
    if (hash) expect.soft(text, link).toContain(`id="${hash.slice(1)}"`)
  }
}
