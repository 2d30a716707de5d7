import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8')

describe('the chart', () => {
  const CHART = 'deploy/helm/bindery'
  const values = parse(read(`${CHART}/values.yaml`))
  const valid = new Ajv().compile(JSON.parse(read(`${CHART}/values.schema.json`)))
  const templates = readdirSync(join(checkout, CHART, 'templates')).map(name =>
    read(`${CHART}/templates/${name}`),
  )

  test('has values that its schema accepts, and the schema refuses one that nobody reads', () => {
    expect(valid(values), JSON.stringify(valid.errors)).toBe(true)
    expect(valid({ ...values, replica: 3 })).toBe(false)
    expect(
      valid({ ...values, settings: { PUBLIC_URL: 'https://bindery.example/path', MAIL_FROM: 'a' } }),
    ).toBe(false)
  })

  test('reads every value, and only values that are there', () => {
    const all = templates.join('\n')
    const used = new Set([...all.matchAll(/\.Values\.(\w+)/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(Object.keys(values).sort())
  })

  test('ends every block that it begins', () => {
    for (const text of templates) {
      const begun = text.match(/\{\{-? *(?:if|with|range|define)\b/g) ?? []
      expect(text.match(/\{\{-? *end\b/g) ?? [], text.slice(0, 80)).toHaveLength(begun.length)
    }
  })
})

test('the trial with compose runs the version of PostgreSQL that the service brings', () => {
  const { services } = parse(read('compose.yaml'))
  const { optionalDependencies } = JSON.parse(read('package.json'))
  const [version] = Object.values<string>(optionalDependencies)
  expect(services.database.image).toBe(`postgres:${version?.split('.').slice(0, 2).join('.')}-bookworm`)
})
