import Type from 'typebox'
import { expect, test } from 'vitest'
import { withMoreProblems } from './field-problems.ts'
import { inputChecker } from './schemas.ts'

const consent = Type.Object(
  {
    answer: Type.Enum(['Yes', 'No']),
    collected_from_user: Type.Literal(true, { description: 'True when they answered themselves.' }),
    content: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)
const problemsIn = inputChecker(
  Type.Object({ consent: Type.Optional(consent), token: Type.String({ description: 'From select.' }) }),
)
const expectedIn = (input: unknown) =>
  Object.fromEntries(problemsIn(input).map(({ path, expected }) => [path, expected]))

test('what is missing or of the wrong type is told with its keys and allowed values', () => {
  expect(expectedIn({ consent: true })).toEqual({
    consent: 'an object with answer (Yes or No), collected_from_user (true), content',
    token: 'From select.',
  })
  expect(expectedIn({ consent: {}, token: 'x' })).toEqual({
    'consent.answer': 'Yes or No',
    'consent.collected_from_user': 'true. True when they answered themselves.',
  })
})

test('a field sent beside the object that holds it is told where it belongs', () => {
  const closed = { additionalProperties: false }
  const intake = Type.Object({ full_name: Type.String(), home: Type.Array(Type.Object({})) }, closed)
  const sent = inputChecker(Type.Object({ uid: Type.String(), intake }, closed))
  const found = sent({ uid: 'hom_1', intake: { full_name: 'Ada Park', home: [] }, full_name: 'Ada', hom: [] })
  expect(found).toMatchObject([
    { path: 'full_name', code: 'unknown_field', did_you_mean: 'intake.full_name' },
    { path: 'hom', code: 'unknown_field' },
  ])
})

test('where nothing can be sent, that is told', () => {
  expect(inputChecker(Type.Object({}, { additionalProperties: false }))({ uid: 'hom_1' })).toEqual([
    { path: 'uid', code: 'unknown_field', expected: 'no fields' },
  ])
})

test('a number that is not whole, and too many fields, are told in plain words', () => {
  const counts = inputChecker(
    Type.Object({
      rooms: Type.Unsafe({ type: ['integer', 'string', 'null'], description: 'Full rooms. From 0 to 50.' }),
      pairs: Type.Record(Type.String(), Type.String(), { maxProperties: 1 }),
    }),
  )
  expect(counts({ rooms: 2.5, pairs: { a: '1', b: '2' } })).toMatchObject([
    { path: 'rooms', code: 'wrong_type', expected: 'a whole number. Full rooms. From 0 to 50.' },
    { path: 'pairs', code: 'too_many_items', expected: 'at most 1' },
  ])
})

test('an item that is in a list twice, and an empty text, are told in plain words', () => {
  const factors = inputChecker(
    Type.Object({
      factors: Type.Array(Type.String(), { uniqueItems: true }),
      name: Type.String({ minLength: 1 }),
    }),
  )
  expect(factors({ factors: ['pool', 'hot_tub', 'pool'], name: '' })).toEqual([
    { path: 'factors[2]', code: 'repeated', expected: 'each item once' },
    { path: 'name', code: 'too_short', expected: 'at least 1 character' },
  ])
})

test('a list of the wrong type is told what it holds', () => {
  const lists = inputChecker(
    Type.Object({
      estimates: Type.Array(Type.Object({ field: Type.String(), source: Type.String() })),
      names: Type.Array(Type.String()),
    }),
  )
  expect(lists({ estimates: 'roof_date', names: 7 }).map(({ expected }) => expected)).toEqual([
    'a list of objects with field, source',
    'a list of strings',
  ])
})

test('a missing list without a description is told what it holds', () => {
  const batch = inputChecker(
    Type.Object({ operations: Type.Array(Type.Object({ tool: Type.String(), input: Type.Unknown() })) }),
  )
  expect(batch({})).toEqual([
    { path: 'operations', code: 'required', expected: 'a list of objects with tool, input' },
  ])
})

test('problems of the readers are added where the schema found nothing', () => {
  const at = (path: string) => ({ path, code: 'required' as const })
  const paths = (schema: string[], readers: string[]) =>
    withMoreProblems(schema.map(at), readers.map(at)).map(({ path }) => path)
  expect(paths(['sandbox'], ['intake.email'])).toEqual(['sandbox', 'intake.email'])
  expect(paths(['intake.home'], ['intake.home[0].zip', 'intake.homes'])).toEqual([
    'intake.home',
    'intake.homes',
  ])
  expect(paths(['intake.home[0].zip'], ['intake.home[0].zip', 'intake.home'])).toEqual(['intake.home[0].zip'])
})

test('of four thousand problems, each is compared only with the twenty that are told', () => {
  let compared = 0
  const at = (list: string) => (_: unknown, index: number) => ({
    get path() {
      compared++
      return `${list}[${index}]`
    },
    code: 'required' as const,
  })
  const many = Array.from({ length: 2_000 })
  expect(withMoreProblems(many.map(at('field_estimates')), many.map(at('intake.home')))).toHaveLength(20)
  expect(compared).toBeLessThan(1_000_000)
})
