import type { ErrorObject } from 'ajv'
import { type FieldProblem, MOST_PROBLEMS } from '../errors.ts'
import { closest } from '../lib/closest.ts'

const dotted = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')

const child = (pointer: string, name: string): string => {
  const parent = dotted(pointer)
  return parent ? `${parent}.${name}` : name
}

const NO_PARAMETERS = 'no query parameters: send values in the JSON body, if the operation takes any'

export type SentIn = 'body' | 'querystring' | 'params' | 'headers'

type SchemaPart = {
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly SchemaPart[]
  properties?: Readonly<Record<string, SchemaPart>>
  items?: SchemaPart
}

const either = new Intl.ListFormat('en-US', { type: 'disjunction' })

const valuesOf = ({ enum: allowed, const: only, anyOf }: SchemaPart): string[] => {
  if (only !== undefined) return [String(only)]
  if (allowed) return allowed.map(String)
  return anyOf?.[0] ? valuesOf(anyOf[0]) : []
}

const MOST_KEYS = 10
const MOST_VALUES = 8

const keysInWords = ({ properties = {} }: SchemaPart): string => {
  const keys = Object.entries(properties).map(([name, schema]) => {
    const values = valuesOf(schema)
    return values.length > 0 && values.length <= MOST_VALUES ? `${name} (${either.format(values)})` : name
  })
  return keys.length > 0 && keys.length <= MOST_KEYS ? ` with ${keys.join(', ')}` : ''
}

const ARTICLES: Record<string, string> = {
  integer: 'an integer',
  array: 'a list',
  object: 'an object',
  boolean: 'true or false',
}

const PLURALS: Record<string, string> = { object: 'objects', string: 'strings', integer: 'integers' }

const itemsOf = ({ items: item = {} }: SchemaPart): string => {
  const [type] = [item.type].flat()
  const plural = PLURALS[String(type)]
  return plural === undefined ? '' : ` of ${plural}${type === 'object' ? keysInWords(item) : ''}`
}

const typeName = (type: unknown, schema: SchemaPart): string => {
  if (Array.isArray(type))
    return type
      .filter(each => each !== 'null')
      .map(each => typeName(each, schema))
      .join(' or ')
  const inside = type === 'object' ? keysInWords(schema) : type === 'array' ? itemsOf(schema) : ''
  return (ARTICLES[String(type)] ?? `a ${type}`) + inside
}

const expectedOf = (schema: SchemaPart): { expected?: string } => {
  const values = valuesOf(schema)
  if (schema.const === true) return { expected: `true. ${schema.description ?? ''}`.trim() }
  if (values.length > 0 && values.length <= MOST_VALUES) return { expected: either.format(values) }
  if (schema.type === 'object' && keysInWords(schema)) return { expected: typeName('object', schema) }
  if (schema.description !== undefined) return { expected: schema.description }
  return schema.type === 'array' ? { expected: typeName('array', schema) } : {}
}

const FORMATS: Record<string, string> = {
  date: 'an ISO date, YYYY-MM-DD',
  'date-time': 'an RFC 3339 time',
  uri: 'a URL',
  email: 'an email address',
}

type Reader = (
  params: Record<string, unknown>,
  schema: SchemaPart,
  sent: { value: unknown; where: SentIn },
) => Omit<FieldProblem, 'path'>

const LONGEST_GUESS = 60

const readers: Record<string, Reader> = {
  type: ({ type }, schema, { value, where }) => {
    const types = [type].flat().filter(each => each !== 'null')
    const isNumber = typeof value === 'number'
    const described = (words: string): string => `${words}. ${schema.description ?? ''}`.trim()
    if (isNumber && types.includes('integer'))
      return { code: 'wrong_type', expected: described('a whole number') }
    if (Array.isArray(value) && where === 'querystring') return { code: 'repeated', expected: 'one value' }
    if (isNumber && types.join() === 'string')
      return { code: 'wrong_type', expected: described('a string, in quotes') }
    return { code: 'wrong_type', expected: typeName(type, schema) }
  },
  enum: ({ allowedValues }, _schema, { value }) => {
    const allowed = [allowedValues].flat().map(String)
    const meant = typeof value === 'string' ? closest(value.slice(0, LONGEST_GUESS), allowed) : undefined
    return {
      code: 'not_in_enum',
      expected: allowed.join(', '),
      ...(meant !== undefined && { did_you_mean: meant }),
    }
  },
  // Every constant true in the contract states that a person agreed.
  const: ({ allowedValue }) =>
    allowedValue === true
      ? { code: 'not_agreed', expected: 'ask the person, and send true only after they agree' }
      : { code: 'wrong_value', expected: JSON.stringify(allowedValue) },
  minimum: ({ limit }) => ({ code: 'too_small', expected: `at least ${limit}` }),
  exclusiveMinimum: ({ limit }) => ({ code: 'too_small', expected: `more than ${limit}` }),
  maximum: ({ limit }) => ({ code: 'too_large', expected: `at most ${limit}` }),
  minLength: ({ limit }) => ({
    code: 'too_short',
    expected: `at least ${limit} ${limit === 1 ? 'character' : 'characters'}`,
  }),
  maxLength: ({ limit }) => ({ code: 'too_long', expected: `at most ${limit} characters` }),
  minItems: ({ limit }) => ({ code: 'too_few_items', expected: `at least ${limit}` }),
  maxItems: ({ limit }) => ({ code: 'too_many_items', expected: `at most ${limit}` }),
  maxProperties: ({ limit }) => ({ code: 'too_many_items', expected: `at most ${limit}` }),
  minProperties: ({ limit }) => ({
    code: 'empty',
    expected: `at least ${limit} ${limit === 1 ? 'field' : 'fields'}`,
  }),
  format: ({ format }) => ({
    code: format === 'date' ? 'bad_date' : 'wrong_format',
    expected: FORMATS[String(format)] ?? String(format),
  }),
  pattern: ({ pattern }, schema) => ({
    code: 'wrong_format',
    expected: String(schema.description ?? `text that matches ${pattern}`),
  }),
}

const unknownName = (known: readonly string[], where: SentIn): Pick<FieldProblem, 'code' | 'expected'> => {
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : undefined
  return where === 'querystring'
    ? { code: 'unknown_parameter', expected: expected ?? NO_PARAMETERS }
    : { code: 'unknown_field', expected: expected ?? 'no fields' }
}

const pathInsideSibling = (properties: Record<string, SchemaPart>, name: string): string | undefined => {
  const holder = Object.keys(properties).find(key => Object.hasOwn(properties[key]?.properties ?? {}, name))
  return holder === undefined ? undefined : `${holder}.${name}`
}

const problemOf = (error: ErrorObject, where: SentIn): FieldProblem => {
  const { keyword, instancePath, params, message, parentSchema, data } = error
  const schema = (parentSchema ?? {}) as SchemaPart
  const { properties = {} } = schema
  if (keyword === 'required') {
    const missing: string = params.missingProperty
    return { path: child(instancePath, missing), code: 'required', ...expectedOf(properties[missing] ?? {}) }
  }
  if (keyword === 'additionalProperties') {
    const additional: string = params.additionalProperty
    const known = Object.keys(properties)
    const meant = pathInsideSibling(properties, additional) ?? closest(additional, known)
    return {
      path: child(instancePath, additional),
      ...unknownName(known, where),
      ...(meant !== undefined && { did_you_mean: meant }),
    }
  }
  if (keyword === 'uniqueItems') {
    const { i, j } = params as { i: number; j: number }
    return {
      path: `${dotted(instancePath)}[${Math.max(i, j)}]`,
      code: 'repeated',
      expected: 'each item once',
    }
  }
  const reader = readers[keyword]
  return {
    path: dotted(instancePath) || 'body',
    ...(reader
      ? reader(params, schema, { value: data, where })
      : { code: 'not_valid', ...(message !== undefined && { expected: message }) }),
  }
}

const isOtherName = ({ schemaPath }: ErrorObject): boolean => /\/anyOf\/[1-9]\d*\/required$/.test(schemaPath)

const isWrongTypeToo = ({ keyword, data }: ErrorObject): boolean =>
  keyword === 'const' && typeof data !== 'boolean'

const isAbout = (path: string, other: string): boolean =>
  path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`)

export const withMoreProblems = (
  problems: readonly FieldProblem[],
  more: readonly FieldProblem[],
): FieldProblem[] => {
  const told = problems.slice(0, MOST_PROBLEMS)
  const isNew = ({ path }: FieldProblem): boolean =>
    !told.some(known => isAbout(path, known.path) || isAbout(known.path, path))
  return [...told, ...more.filter(isNew)].slice(0, MOST_PROBLEMS)
}

export const fieldProblems = (errors: readonly ErrorObject[], where: SentIn = 'body'): FieldProblem[] =>
  errors
    .filter(
      error =>
        error.keyword !== 'if' && error.keyword !== 'anyOf' && !isOtherName(error) && !isWrongTypeToo(error),
    )
    .slice(0, MOST_PROBLEMS)
    .map(error => problemOf(error, where))
