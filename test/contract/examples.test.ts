import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeExamples } from '../../scripts/examples/make-examples.ts'
import { EXAMPLE_URL } from '../../src/doors/discovery/openapi/examples.ts'
import { openApiDocument } from '../../src/doors/discovery/openapi.ts'
import { documents } from '../../src/page-table.ts'
import { endpoints, rows } from '../../src/routes.ts'
import { schemaCheck } from '../support/contract/contract.ts'
import { createDatabase } from '../support/database/database.ts'

type Content = Record<string, { schema?: object; examples?: Record<string, { value: unknown }> }>
type Parameter = { name?: string; required?: boolean; example?: unknown }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
type Contract = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Operation['responses'] }
}
type Place = readonly (string | number)[]

const described = { rows, documents: documents({ production: true }, () => 'running'), endpoints }
const contract = openApiDocument(described, 'full', EXAMPLE_URL) as Contract
const problemOf = schemaCheck(contract)

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, place: ['paths', path, method] })),
)

const answersIn = (place: Place, responses: Operation['responses']) =>
  Object.entries(responses).map(([name, { content }]) => ({
    place: [...place, 'responses', name],
    content,
  }))

/** Every place where a body is described, the shared refusals once. */
const bodies = [
  ...answersIn(['components'], contract.components.responses),
  ...operations.flatMap(({ place, requestBody, responses }) => [
    { place: [...place, 'requestBody'], content: requestBody?.content },
    ...answersIn(place, responses),
  ]),
].flatMap(({ place, content = {} }) =>
  Object.entries(content).flatMap(([type, { schema, examples = {} }]) =>
    type.includes('problem') || type === 'text/html' || /oauth2.* 413$/.test(place.join(' '))
      ? []
      : {
          schemaPlace: schema ? [...place, 'content', type, 'schema'] : null,
          named: Object.entries(examples),
          words: place.join(' '),
        },
  ),
)

const parameters = operations.flatMap(({ place, parameters = [] }) =>
  parameters.flatMap(({ name, required, example }, at) =>
    name === undefined ? [] : [{ required, example, place: [...place, 'parameters', at] }],
  ),
)

describe('the examples in the contract', () => {
  test('are what the running service takes and answers, byte for byte', async () => {
    const committed = readFileSync(new URL('../../data/examples.json', import.meta.url), 'utf8')
    const made = await makeExamples(await createDatabase())
    expect(made === committed, 'run "npm run examples" and commit').toBe(true)
  })

  test('are there for every request and every answer of every operation, refusals too', () => {
    const without = bodies.filter(({ named }) => named.length === 0)
    expect(without.map(({ words }) => words)).toEqual([])
    expect(parameters.filter(({ required, example }) => required && example === undefined)).toEqual([])
    expect(bodies.length).toBeGreaterThan(100)
  })

  test('keep to their schemas', () => {
    const problems = bodies.flatMap(({ schemaPlace, named, words }) =>
      named.map(([name, { value }]) => [words, name, schemaPlace && problemOf(schemaPlace, value)]),
    )
    expect(problems.filter(([, , problem]) => problem !== null)).toEqual([])
    for (const { place, example } of parameters)
      if (example !== undefined) expect(problemOf([...place, 'schema'], example)).toBeNull()
  })

  test('hold nothing that passes for a credential', () => {
    const text = JSON.stringify(contract)
    expect(text).not.toMatch(/eyJ[\w-]{8,}/)
    for (const [key] of text.matchAll(/bind_live_\w{38}/g)) expect(key).toContain('Example')
  })
})
