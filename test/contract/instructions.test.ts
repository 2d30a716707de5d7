import { expect, test } from 'vitest'
import { EXAMPLE_URL, readExamples } from '../../src/discovery/examples.ts'
import { rows } from '../../src/routes.ts'

const keysIn = (value: unknown, keys = new Set<string>()): Set<string> => {
  if (Array.isArray(value)) for (const item of value) keysIn(item, keys)
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
