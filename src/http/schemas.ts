import { Ajv, type ErrorObject } from 'ajv'
import addFormatsModule from 'ajv-formats'
import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import Type, { type TObject, type TSchema } from 'typebox'
import type { FieldProblem } from '../errors.ts'
import { lazily } from '../lib/lazily.ts'
import { fieldProblems } from './field-problems.ts'

// The package is CommonJS: its default export arrives wrapped.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default

const options = {
  allErrors: true,
  removeAdditional: false,
  useDefaults: false,
  verbose: true,
  strict: false,
} as const

const ajvWith = (coerceTypes: boolean) => addFormats(new Ajv({ ...options, coerceTypes }))

/**
 * Compiled at the first request that needs it: to compile every schema takes a start longer than all the rest of it.
 */
const validator = (ajv: Ajv, schema: TSchema) => {
  const compiled = lazily(() => ajv.compile(schema))
  const validate: { (value: unknown): boolean; errors?: ErrorObject[] | null } = value => {
    const check = compiled()
    const passes = check(value)
    validate.errors = check.errors ?? null
    return passes
  }
  return validate
}

/** Bodies are taken as they are; only query strings and path parameters, which are text, become numbers. */
export const validatorCompiler = (): FastifySchemaCompiler<TSchema> => {
  const strict = ajvWith(false)
  const coercing = ajvWith(true)
  return ({ schema, httpPart }) => validator(httpPart === 'body' ? strict : coercing, schema)
}

export const serializerCompiler: FastifySerializerCompiler<TSchema> = ({ schema }) => {
  const compiled = lazily(() => fastJsonStringify(schema as Schema))
  return value => compiled()(value)
}

const inside = lazily(() => ajvWith(false))

/** The same check for an input that travels inside another: what is wrong with it, in words. */
export const inputChecker = (schema: TSchema): ((value: unknown) => FieldProblem[]) => {
  const compiled = lazily(() => validator(inside(), withoutIds(schema)))
  return value => {
    const validate = compiled()
    return validate(value) ? [] : fieldProblems(validate.errors ?? [])
  }
}

/** `$id` names a component of the published contract; the compilers of one service would trip over repeats. */
export const withoutIds = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value))) as T

/** For writing: what never changes is written when the schema is compiled, whatever the answer says. */
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

type Route = { method: string; path: string; operation: { input: TObject; inputIn?: 'query' } }

/** An operation has one flat input; where each part travels follows from the route. */
export const splitInput = ({ method, path, operation: { input, inputIn } }: Route) => {
  const inPath = pathParameters(path)
  const rest = pick(input, name => !inPath.includes(name))
  return {
    params: inPath.length > 0 ? pick(input, name => inPath.includes(name)) : null,
    ...(method === 'GET' || inputIn === 'query' ? { query: rest, body: null } : { query: null, body: rest }),
  }
}

export const nothing = Type.Object({}, { additionalProperties: false })
