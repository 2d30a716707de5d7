import { expect, test } from 'vitest'
import { allFields, fieldTree, type Schema } from './schema-fields.ts'

const one = (schema: Schema, schemas = {}) => fieldTree({ properties: { it: schema } }, schemas).fields[0]

test('a field has its type, whether it is required, its limits, and its description', () => {
  const schema: Schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 2000, description: 'As on the license.' },
      day: { type: 'string', format: 'date' },
    },
  }
  expect(fieldTree(schema, {}).fields).toMatchObject([
    {
      name: 'name',
      type: 'string',
      required: true,
      limits: 'at least 1 character, at most 2,000 characters',
      description: 'As on the license.',
    },
    { name: 'day', type: 'date', required: false, limits: '', description: '' },
  ])
})

test.each<[Schema, string]>([
  [{ type: ['integer', 'string', 'null'] }, 'integer or string or null'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [
    { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    'list of string or integer',
  ],
  [{ const: true }, 'boolean'],
  [{ anyOf: [{ enum: ['low', 'high'] }, {}] }, 'string'],
  [{}, 'any'],
])('the type of %j is %s', (schema, type) => {
  expect(one(schema)?.type).toBe(type)
})

test('values come from an enum, a constant, a union, and the items of a list', () => {
  expect(one({ enum: ['a', null] })?.values).toEqual(['a'])
  expect(one({ anyOf: [{ const: 'a' }, { const: 'b' }] })?.values).toEqual(['a', 'b'])
  expect(one({ type: 'array', items: { enum: ['x', 'y'] } })?.values).toEqual(['x', 'y'])
})

test('a reference is followed, keeps its own description, and a loop ends', () => {
  const schemas = {
    Home: {
      type: 'object',
      description: 'Any home.',
      properties: { next: { $ref: '#/components/schemas/Home' }, zip: { type: 'string' } },
    },
  }
  const home = one({ $ref: '#/components/schemas/Home', description: 'This home.' }, schemas)
  expect(home?.description).toBe('This home.')
  const paths = allFields({ fields: home ? [home] : [], formats: [] }).map(({ path }) => path)
  expect(paths).toContain('it.zip')
  expect(paths.length).toBeLessThan(10)
})

test('lists, maps, and a nullable object show what is inside them', () => {
  const inner: Schema = { type: 'object', properties: { zip: { type: 'string' } } }
  for (const schema of [inner, { type: 'array', items: inner }, { anyOf: [inner, { type: 'null' }] }])
    expect(one(schema)?.inside.fields.map(({ path }) => path)).toEqual(['it.zip'])
  expect(one({ additionalProperties: { type: 'string' } })?.inside.fields[0]?.name).toBe('{name}')
})

test('several formats are listed by name, and an alternative of required names is none', () => {
  const schemas = {
    HomeAnswer: { properties: { home: { type: 'string' } } },
    CarAnswer: { properties: { car: { type: 'string' } } },
  }
  const union = {
    anyOf: [{ $ref: '#/components/schemas/HomeAnswer' }, { $ref: '#/components/schemas/CarAnswer' }],
  }
  expect(fieldTree(union, schemas).formats.map(({ title }) => title)).toEqual(['Home Answer', 'Car Answer'])
  const either = {
    properties: { otp: { type: 'string' } },
    anyOf: [{ required: ['otp'] }, { required: ['code'] }],
  }
  expect(fieldTree(either, {})).toMatchObject({ fields: [{ name: 'otp' }], formats: [] })
})

test('an alias is listed at the field it stands for', () => {
  const schema: Schema = {
    properties: {
      birthday: { type: 'string' },
      date_of_birth: { type: 'string', description: 'Another name for birthday.' },
    },
  }
  expect(fieldTree(schema, {}).fields.map(({ name, aliases }) => [name, aliases])).toEqual([
    ['birthday', ['date_of_birth']],
  ])
})
