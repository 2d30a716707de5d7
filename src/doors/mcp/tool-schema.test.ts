import { expect, test } from 'vitest'
import { inputProperties, type ObjectSchema } from './tool-schema.ts'

const text = { type: ['string', 'null'], description: 'A sentence that a list of tools does not need.' }
const application = {
  $id: 'Application',
  type: 'object',
  description: 'A patch.',
  properties: {
    full_name: text,
    name: { ...text, description: 'Another name for full_name.' },
    starts: { type: 'string', format: 'date' },
    stories: { type: ['integer', 'string', 'null'], description: 'x'.repeat(600) },
    pool: { type: ['boolean', 'string', 'null'] },
    roof: { anyOf: [{ enum: ['gable', 'hip'] }, { type: 'null' }] },
    dogs: { type: 'array', items: { type: 'object', properties: { breed: text } } },
  },
}
const input: ObjectSchema = {
  type: 'object',
  properties: {
    intake: application,
    limit: { type: 'integer', description: 'Rows.' },
    pending: { type: 'boolean', description: 'Has no effect: consent is always collected later.' },
  },
}

test('a large part is written once in one line, without other names, and referred to from then on', () => {
  const seen = new Map<string, string>()
  const first = inputProperties(input, { tool: 'draft', tag: 'umbrella', seen })
  expect(first.intake).toEqual({
    type: 'object',
    description:
      'A patch. Fields: {full_name, starts: date, stories: int, pool: bool, roof: gable|hip, dogs: [{breed}]}.',
  })
  expect(inputProperties(input, { tool: 'bind', tag: 'umbrella', seen })).toEqual({
    intake: { type: 'object', description: 'As intake in draft.' },
    limit: { type: 'integer', description: 'Rows.' },
  })
  // A key for another line does not list that tool.
  expect(inputProperties(input, { tool: 'other', tag: 'homeowners', seen }).intake).toEqual(first.intake)
})
