import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { skillText } from '../../src/discovery/skills/skill.ts'
import { skills } from '../../src/discovery/skills/skill-documents.ts'
import { documents, rows } from '../../src/routes.ts'

const contract = readFileSync(new URL('../../contract/full.yaml', import.meta.url), 'utf8')

const namesIn = (value: unknown, names: Set<string>): Set<string> => {
  if (typeof value === 'string') names.add(value)
  if (Array.isArray(value)) for (const item of value) namesIn(item, names)
  else if (value !== null && typeof value === 'object')
    for (const [name, inner] of Object.entries(value)) namesIn(inner, names.add(name))
  return names
}

const known = namesIn(parse(contract), new Set())
const paths = [...rows, ...documents({ production: true }, () => false)].map(({ path }) => path)

const isPath = (path: string): boolean =>
  paths.some(known => new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))

describe.each(
  skills.map(skill => [skill.path, skillText(skill, { base: '', startDate: '2030-01-01' })] as const),
)('%s', (_path, text) => {
  test('names only paths that exist', () => {
    const named = [...text.matchAll(/(?<![\w.])\/(?:api|oauth2|agent|ai|docs|auth)\b[\w/{}$.-]*/g)].map(
      ([path]) => path.replace(/\.$/, ''),
    )
    expect(named.filter(path => !isPath(path))).toEqual([])
  })

  test('names only fields, states and codes of the contract', () => {
    const [rules = ''] = text.split('## Sandbox inputs')
    const named = [...rules.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)].map(([, name]) => String(name))
    expect(named.length).toBeGreaterThan(10)
    expect([...new Set(named)].filter(name => !known.has(name))).toEqual([])
  })
})
