import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { call } from '../support/people/client.ts'
import { runBindery } from '../support/servers/command.ts'
import { serviceForThisTest } from '../support/servers/service.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

const guides = (await readdir(join(checkout, 'docs'), { recursive: true })).filter(name =>
  name.endsWith('.md'),
)
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'client/README.md',
  'data/README.md',
  ...guides.map(name => `docs/${name}`),
]

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const anchorsIn = (text: string): string[] => [
  ...[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(String(heading))),
  ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => String(id)),
]

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => String(href))

const commandsIn = (text: string): string[] =>
  [...text.matchAll(/(?:`|^)(?:npx |npm run )?(bindery [^`\n]+)(?:`|$)/gm)].map(([, command]) =>
    String(command),
  )

test.each(pages)('each link in %s leads to a file and a heading that are there', page => {
  const text = read(page)
  const broken = linksIn(text).filter(href => {
    if (/^(?:https?|mailto):/.test(href)) return false
    const [path = '', anchor] = href.split('#')
    const file = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(join(checkout, file))) return true
    return anchor !== undefined && file.endsWith('.md') && !anchorsIn(read(file)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('each address in the README answers on the service that it starts, and so does each link of a door’s first page', async () => {
  const service = await serviceForThisTest()
  const addresses = new Set(
    [...read('README.md').matchAll(/http:\/\/127\.0\.0\.1:8080([^\s)>"'`\]]*)/g)]
      .map(([, path]) => String(path))
      .filter(path => path !== '' && !path.includes('$') && !path.startsWith('/api/')),
  )
  for (const first of ['/docs/quickstart', '/docs/consumer', '/docs/agency', '/calculators'])
    addresses.add(first)
  expect([...addresses]).toEqual(
    expect.arrayContaining(['/docs', '/llms.txt', '/calculators', '/client.tgz']),
  )
  const known = [...addresses]
  for (const path of known) {
    const { status, text } = await call(service.url + path, { headers: { accept: 'text/html' } })
    // The dashboard asks to sign in.
    expect([path, status]).toEqual([path, path === '/dashboard' ? 401 : 200])
    if (text.startsWith('<!'))
      for (const [, href] of (/<main[\s\S]*?<\/main>/.exec(text)?.[0] ?? '').matchAll(/href="(\/[^"#?]*)/g))
        addresses.add(String(href))
  }
  for (const path of [...addresses].slice(known.length)) {
    const { status } = await call(service.url + path, { headers: { accept: 'text/html' } })
    expect([path, status < 400 || status === 401]).toEqual([path, true])
  }
  expect(addresses.size).toBeGreaterThan(20)
})

test('each command that the docs name exists, with its options', async () => {
  const wrong: string[] = []
  const named = new Set(pages.flatMap(page => commandsIn(read(page))))
  expect(named.size).toBeGreaterThan(15)
  for (const command of named) {
    const words = command
      .replaceAll(/"[^"]*"|\\$/g, 'text')
      .split(/\s+/)
      .slice(1)
    const { code, errors } = await runBindery(
      [...words.filter(word => word !== '--' && word !== 'COMMAND'), '--help'],
      {},
    )
    if (code !== 0) wrong.push(`${command}: ${errors}`)
  }
  expect(wrong).toEqual([])
})

test('each script that the docs name is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = pages.flatMap(page =>
    [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => String(name)),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(name => !Object.hasOwn(scripts, name))).toEqual([])
})
