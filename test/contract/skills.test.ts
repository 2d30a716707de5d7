import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { carrierContract } from '../../src/agency/carriers/openapi/carrier-contract.ts'
import { guidesOf } from '../../src/doors/discovery/guides/guide-pages.ts'
import { skillText } from '../../src/doors/discovery/skills/skill.ts'
import { skills } from '../../src/doors/discovery/skills/skill-documents.ts'
import { PATHS } from '../../src/doors/oauth/protocol/urls.ts'
import { documents } from '../../src/page-table.ts'
import { homeFields } from '../../src/products/homeowners/application/fields.ts'
import { umbrellaFields } from '../../src/products/umbrella/fields.ts'
import { mcpServers, rows } from '../../src/routes.ts'

const contract = readFileSync(new URL('../../contract/full.yaml', import.meta.url), 'utf8')

const namesIn = (value: unknown, names: Set<string>): Set<string> => {
  if (typeof value === 'string') names.add(value)
  if (Array.isArray(value)) for (const item of value) namesIn(item, names)
  else if (value !== null && typeof value === 'object')
    for (const [name, inner] of Object.entries(value)) namesIn(inner, names.add(name))
  return names
}

const known = namesIn(parse(contract), new Set())
const knownToCarriers = namesIn(carrierContract(), new Set(known))
const tables = [...rows, ...mcpServers, ...documents({ production: true }, () => 'running')]
const paths = [...tables.map(({ path }) => path), ...Object.values(PATHS)]

const isPath = (path: string): boolean =>
  paths.some(known => new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))

/** As a reader has it: without the marks of a page, and with names as they stand in code. */
const plain = (page: string): string =>
  page
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')

const where = { base: '', startDate: '2030-01-01' }

const guides = await Promise.all(
  guidesOf(mcpServers).map(async guide => [guide.path, plain(String(await guide.write(where))), 0] as const),
)
const toolNames = mcpServers.flatMap(({ server }) => server.tools.map(({ name }) => name))
const ELSEWHERE = new Set([...toolNames, 'idempotency_key'])

describe.each([...skills.map(skill => [skill.path, skillText(skill, where), 10] as const), ...guides])(
  '%s',
  (path, text, least) => {
    test('names only paths that exist', () => {
      const named = [...text.matchAll(/(?<![\w.])\/(?:api|oauth2|agent|ai|docs|auth)\b[\w/{}$.-]*/g)].map(
        ([path]) => path.replace(/\.$/, ''),
      )
      expect(named.filter(path => !isPath(path))).toEqual([])
    })

    test('names only fields, states and codes of the contract', () => {
      const names = path === '/docs/carriers' ? knownToCarriers : known
      const [rules = ''] = text.split('Sandbox inputs')
      const named = [...rules.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(([, name]) => String(name))
      expect(named.length).toBeGreaterThanOrEqual(least)
      expect([...new Set(named)].filter(name => !names.has(name) && !ELSEWHERE.has(name))).toEqual([])
    })
  },
)

test('llms-full.txt holds every skill and every field of both lines', async () => {
  const document = documents({ production: true }, () => 'running').find(
    ({ path }) => path === '/llms-full.txt',
  )
  const app = { config: { publicUrl: 'https://service.example' }, clock: { now: () => new Date() } }
  const { body } = (await document?.respond(app as never, {} as never)) ?? { body: '' }
  for (const skill of skills) expect(body).toContain(`# ${skill.write(where).split('\n')[0]?.slice(2)}`)
  for (const name of [...Object.keys(homeFields), ...Object.keys(umbrellaFields)])
    expect(body).toContain(`| \`${name}\``)
})

test.each(skills)('the front matter of $path is YAML and holds its name and description', skill => {
  const text = skillText(skill, where)
  const [, matter = ''] = text.split('---\n')
  expect(parse(matter)).toEqual({
    name: skill.name,
    description: skill.description,
    version: expect.any(String),
  })
  console.log(`${skill.path}: ${text.length} of 16000 characters`)
  expect(text.length).toBeLessThan(16_000)
})

test('nothing that a shopper’s assistant reads mentions an operator key', () => {
  const consumerServer = mcpServers.find(({ path }) => path === '/api/consumer/mcp')
  const texts = [
    skills.find(({ path }) => path === '/api/consumer/skill.md')?.write(where),
    guides.find(([path]) => path === '/docs/consumer')?.[1],
    readFileSync(new URL('../../contract/consumer.yaml', import.meta.url), 'utf8'),
    consumerServer && JSON.stringify(consumerServer.server),
  ]
  for (const text of texts) expect(text).toMatch(/intake_access_token/)
  for (const text of texts) expect(text).not.toMatch(/OPERATOR_KEY|operator key|bind_live|key\/request/i)
})
