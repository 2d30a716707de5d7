import { describe, expect, test } from 'vitest'
import { documents } from '../../../page-table.ts'
import { catalog } from '../../../platform/errors.ts'
import { endpoints, mcpServers, rows } from '../../../routes.ts'
import { guidesOf } from '../guides/guide-pages.ts'
import { callTexts, exampleAnswerText } from './calls.ts'
import { operationMarkdown } from './operation-markdown.ts'
import { operationPage } from './operation-page.ts'
import { operationIds, readReference, referencePath } from './operations.ts'
import { guideEntries, linkedFields, referenceEntries, searchOf } from './search-index.ts'

const BASE = 'https://bindery.example'
const LARGEST_BYTES = 150_000
const described = { rows, documents: documents({ production: true }, () => 'running'), endpoints }
const reference = readReference(described, mcpServers, BASE)
const operations = reference.groups.flatMap(group => group.operations)
const entries = referenceEntries(reference)

const named = (id: string) => {
  const operation = operations.find(one => one.id === id)
  if (!operation) throw new TypeError(id)
  return operation
}

const written = async (id: string): Promise<string> => {
  const { body } = await operationPage(named(id), BASE, { reference, links: linkedFields(entries, id) })
  return String(body)
}

describe('the pages of the reference', () => {
  test('cover every operation of the table and every OAuth endpoint, each under its own slug', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual(operationIds({ rows, endpoints }).sort())
    expect(new Set(operations.map(({ slug }) => slug)).size).toBe(operations.length)
    expect(referencePath('umbrellaDraft')).toBe('/docs/api/umbrella-draft')
  })

  test('are each smaller than 150 KB', async () => {
    const sizes = await Promise.all(
      operations.map(async ({ id }) => ({ id, bytes: Buffer.byteLength(await written(id)) })),
    )
    sizes.sort((a, b) => b.bytes - a.bytes)
    console.info(
      `The largest pages of the reference: ${sizes
        .slice(0, 5)
        .map(({ id, bytes }) => `${id} ${Math.round(bytes / 1000)} KB`)
        .join(', ')}`,
    )
    expect(sizes.filter(({ bytes }) => bytes >= LARGEST_BYTES)).toEqual([])
  })

  test('have every id once, and an id for each field that search leads to', async () => {
    for (const { id } of operations) {
      const text = await written(id)
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, one]) => String(one))
      expect(ids, id).toEqual([...new Set(ids)])
      expect(ids, id).toEqual(expect.arrayContaining([...linkedFields(entries, id)]))
    }
  })

  test('link only to pages and parts that exist', async () => {
    const paths = new Set(described.documents.map(({ path }) => path))
    for (const { id } of operations) {
      const text = await written(id)
      for (const [, href = ''] of text.matchAll(/<a href="([^"]+)"/g)) {
        const { pathname, hash } = new URL(href, `${BASE}${referencePath(id)}`)
        expect(paths, `${id}: ${href}`).toContain(pathname)
        if (hash && /errors$/.test(pathname)) expect(Object.keys(catalog), href).toContain(hash.slice(1))
        else if (hash && hash !== '#main') expect(text, href).toContain(`id="${hash.slice(1)}"`)
      }
    }
  })

  test('show only recorded examples: each operation but the page of OAuth has one', () => {
    expect(operations.filter(({ examples }) => examples.length === 0).map(({ id }) => id)).toEqual([
      'authorize',
    ])
  })

  test('give the same call to curl, to the client, and to the tool', () => {
    const operation = named('intakeSelect')
    const [example] = operation.examples
    if (!example) throw new TypeError('no example')
    const [curl, client, mcp] = callTexts(operation, example, BASE)
    const uid = String(operation.parameters.find(({ name }) => name === 'uid')?.example)
    expect(curl?.code).toContain(`curl -X POST '${BASE}/api/intake/${uid}/select'`)
    expect(curl?.code).toContain('"Authorization: Bearer $INTAKE_ACCESS_TOKEN"')
    expect(client?.code).toContain(`bindery.POST('/api/intake/{uid}/select'`)
    expect(JSON.parse(String(mcp?.code)).params).toEqual({
      name: 'intake_select',
      arguments: { uid, ...(example.request as object), intake_access_token: '<INTAKE_ACCESS_TOKEN>' },
    })
    expect(JSON.parse(exampleAnswerText(example))).toEqual(example.answer?.value)
  })

  test('offer no tool where the MCP servers have none', () => {
    const languages = (id: string) => {
      const operation = named(id)
      return operation.examples
        .slice(0, 1)
        .flatMap(one => callTexts(operation, one, BASE).map(t => t.language))
    }
    expect(languages('rotateOperatorKey')).toEqual(['curl', 'TypeScript'])
    expect(languages('token')).toEqual(['curl'])
    expect(languages('umbrellaDraft')).toEqual(['curl', 'TypeScript', 'MCP'])
  })

  test('never name the operator API to a shopper’s assistant that reads Markdown', () => {
    for (const operation of operations.filter(({ surface }) => surface === 'consumer'))
      expect(operationMarkdown(reference, operation, BASE), operation.id).not.toMatch(
        /\/api\/agent|OPERATOR_KEY/,
      )
  })

  test('say in Markdown what they say in HTML', () => {
    const text = operationMarkdown(reference, named('umbrellaDraft'), BASE)
    expect(text).toMatch(/^# Umbrella draft\n/)
    expect(text).toContain(`\`POST ${BASE}/api/agent/umbrella/draft\``)
    expect(text).toMatch(/\| `intake` \| object \| yes \|/)
    expect(text).toContain('| `intake.full_name` |')
    expect(text).toContain('| 409 | `conflict` |')
    expect(text).not.toContain('invalid_otp')
  })
})

describe('the search of the docs', () => {
  const foundBy = async () => {
    const guides = await guideEntries(guidesOf([]), { base: BASE, startDate: '2026-12-01' })
    const search = searchOf([...guides, ...entries])
    return (query: string) => search(query).map(({ kind, title }) => `${kind} ${title}`)
  }

  test('finds operations, fields, and errors, the exact name first', async () => {
    const kinds = await foundBy()
    expect(kinds('rate_limited')[0]).toBe('Error rate_limited')
    expect(kinds('umbrella draft')).toContain('Operation Umbrella draft')
    expect(kinds('selection_token')[0]).toBe('Field selection_token')
    expect(kinds('  ')).toEqual([])
    expect(kinds('xyzzy')).toEqual([])
  })

  test('finds what guides say, with a slip of the finger, by the beginning, or under the name that others use', async () => {
    const kinds = await foundBy()
    expect(kinds('webhook').some(found => /changes/i.test(found))).toBe(true)
    expect(kinds('binder').some(found => found.startsWith('Guide '))).toBe(true)
    expect(kinds('umbrela')).toContain('Operation Umbrella draft')
    expect(kinds('umbr dra')).toContain('Operation Umbrella draft')
  })

  test('lists a field with the same meaning once', () => {
    const fields = entries.filter(({ kind }) => kind === 'Field').map(({ title, text }) => `${title} ${text}`)
    expect(fields).toEqual([...new Set(fields)])
    expect(fields.length).toBeGreaterThan(300)
  })
})
