import { expect, test } from 'vitest'
import { EXAMPLE_URL, readExamples } from '../../src/doors/discovery/openapi/examples.ts'
import { catalog } from '../../src/platform/errors.ts'
import { problemCatalog } from '../../src/platform/problem-catalog.ts'
import { rows } from '../../src/routes.ts'

/** The keys of an answer, and the names that its lists hold. */
const keysIn = (value: unknown, keys = new Set<string>()): Set<string> => {
  if (Array.isArray(value))
    for (const item of value) keysIn(item, typeof item === 'string' ? keys.add(item) : keys)
  else if (value !== null && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) keysIn(inner, keys.add(key))
  return keys
}

type Answer = { agent_instructions?: string[] } & Record<string, unknown>

const answers = Object.entries(readExamples(EXAMPLE_URL).operations).flatMap(([id, { responses }]) =>
  Object.values(responses).flatMap(named =>
    Object.entries(named).map(([name, { value }]) => ({ id, name, answer: value as Answer })),
  ),
)

const toSend = keysIn(rows.map(({ operation }) => operation.input.properties))

test('instructions mention only fields that the answer holds, or that the next call takes', () => {
  const told = answers.filter(({ answer }) => Array.isArray(answer.agent_instructions))
  expect(told.length).toBeGreaterThan(15)
  const missing = told.flatMap(({ id, name, answer }) => {
    const held = keysIn(answer)
    const named = (answer.agent_instructions ?? []).flatMap(words =>
      [...words.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)].map(([field]) => field),
    )
    return named
      .filter(field => !held.has(field) && !toSend.has(field))
      .map(field => `${id} ${name}: ${field}`)
  })
  expect(missing).toEqual([])
})

const PAGE_WORDS =
  /\b(?:(?:this|the|that) page|on the (?:page|screen|form)|press|click|button|reload|go back|step that is open)\b/i

type Refusal = { message: string; fields?: { problem: string; expected?: string }[] }

test('errors speak of calls and fields, never of a page that the reader does not see', () => {
  const refusals = Object.values(readExamples(EXAMPLE_URL).failures).flatMap(named =>
    Object.values(named).map(({ value }) => value as Refusal),
  )
  expect(refusals.length).toBeGreaterThan(15)
  const sentences = [
    ...Object.values(problemCatalog),
    ...Object.values(catalog).map(([, message]) => message),
    ...refusals.flatMap(({ message, fields = [] }) => [
      message,
      ...fields.flatMap(({ problem, expected }) => [problem, expected ?? '']),
    ]),
  ]
  expect(sentences.filter(words => PAGE_WORDS.test(words))).toEqual([])
})
