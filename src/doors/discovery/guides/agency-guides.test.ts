import { expect, test } from 'vitest'
import { agencyGuides } from './agency-guides.ts'

test('each link between the guides of an agency leads to a heading, and none to a file that is not shown', async () => {
  const pages = new Map<string, string>()
  for (const { path, write } of agencyGuides)
    pages.set(path, String(await write({ base: 'https://bindery.example', startDate: '2026-12-01' })))
  const links = [...pages].flatMap(([from, page]) =>
    [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => ({ from, href })),
  )
  expect(links.length).toBeGreaterThan(5)
  for (const { from, href } of links.filter(({ href }) => !href.startsWith('https:'))) {
    const [path, anchor] = href.split('#')
    const page = pages.get(path || from)
    expect(page, href).toBeDefined()
    if (anchor) expect(page, href).toContain(` id="${anchor}"`)
  }
})
