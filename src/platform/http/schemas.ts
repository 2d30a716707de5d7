import { Ajv, type ErrorObject } from 'ajv'
import addFormatsModule from 'ajv-formats'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { FieldProblem } from '../errors.ts'
import { lazily, lazilyFor } from '../lib/lazily.ts'
import { fieldProblems } from './field-problems.ts'

/** The types describe the module as CommonJS sees it. */
export const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

const options = {
  removeAdditional: false,
  useDefaults: false,
  verbose: true,
  strict: false,
} as const

const ajvWith = (coerceTypes: boolean, allErrors: boolean) =>
  addFormats(new Ajv({ ...options, allErrors, coerceTypes }))

type Validators = { first: Ajv; all: Ajv }

const validatorsWith = (coerceTypes: boolean) =>
  lazily(() => ({ first: ajvWith(coerceTypes, false), all: ajvWith(coerceTypes, true) }))

const strict = validatorsWith(false)
const coercing = validatorsWith(true)

const MOST_VALUES_FOR_ALL_ERRORS = 1000

const countValues = (value: unknown, most: number): number => {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) {
    count += countValues((value as Record<string, unknown>)[key], most - count)
    if (count > most) return count
  }
  return count
}

/** Compiles on first use, because compiling every schema would double the startup time. */
const validator = (validators: () => Validators, schema: TSchema) => {
  const passing = lazily(() => validators().first.compile(schema))
  const complaining = lazily(() => validators().all.compile(schema))
  const validate: { (value: unknown): boolean; errors?: ErrorObject[] | null } = value => {
    const passes = passing()
    validate.errors = null
    if (passes(value)) return true
    const isSmall = countValues(value, MOST_VALUES_FOR_ALL_ERRORS) <= MOST_VALUES_FOR_ALL_ERRORS
    const judge = isSmall ? complaining() : passes
    if (isSmall) judge(value)
    validate.errors = judge.errors ?? null
    return false
  }
  return validate
}

const bodyValidator = lazilyFor((schema: TSchema) => validator(strict, schema))
const textValidator = lazilyFor((schema: TSchema) => validator(coercing, schema))

export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : textValidator(schema)

const serializer = lazilyFor((schema: TSchema) => {
  const compiled = lazily(() => fastJsonStringify(schema as Schema))
  return (value: unknown) => compiled()(value)
})

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => serializer(schema)

export const inputChecker = (schema: TSchema): ((value: unknown) => FieldProblem[]) => {
  const compiled = lazily(() => validator(strict, withoutIds(schema)))
  return value => {
    const validate = compiled()
    return validate(value) ? [] : fieldProblems(validate.errors ?? [])
  }
}

/** `$id` names a component of the published contract. The compilers reject the same `$id` twice. */
export const withoutIds = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value))) as T

export const withConstant = (output: TSchema, constant: Readonly<Record<string, unknown>> = {}): TSchema => {
  const { properties = {} } = output as { properties?: Record<string, TSchema> }
  const fixed = Object.entries(constant).map(([name, value]) => [name, { const: value }])
  return fixed.length === 0
    ? output
    : { ...output, properties: { ...properties, ...Object.fromEntries(fixed) } }
}

const pick = (input: TObject, keep: (name: string) => boolean): TSchema => ({
  ...input,
  properties: Object.fromEntries(Object.entries(input.properties).filter(([name]) => keep(name))),
  required: (input.required ?? []).filter(keep),
})

export const pathParameters = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

type Operation = {
  input: TObject
  inputIn?: 'query'
  output: TSchema
  constant?: Readonly<Record<string, unknown>>
}
type Route = { method: string; path: string; operation: Operation }

export const splitInput = ({ method, path, operation: { input, inputIn } }: Route) => {
  const inPath = pathParameters(path)
  const rest = pick(input, name => !inPath.includes(name))
  return {
    params: inPath.length > 0 ? pick(input, name => inPath.includes(name)) : null,
    ...(method === 'GET' || method === 'DELETE' || inputIn === 'query'
      ? { query: rest, body: null }
      : { query: null, body: rest }),
  }
}

const nothing = Type.Object({}, { additionalProperties: false })

export const routeSchemas = lazilyFor((route: Route) => {
  const { params, query, body } = splitInput(route)
  const output = withConstant(withoutIds(route.operation.output), route.operation.constant)
  return {
    ...(params && { params: withoutIds(params) }),
    ...(route.method !== 'GET' && { body: withoutIds(body ?? nothing) }),
    querystring: withoutIds(query ?? nothing),
    ...(!('anyOf' in output) && { response: { 200: output, 202: output } }),
  }
})
