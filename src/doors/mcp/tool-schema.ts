import { withoutIds } from '../../platform/http/schemas.ts'

export type ObjectSchema = {
  type: 'object'
  properties?: Record<string, Schema>
  required?: string[]
  [more: string]: unknown
}

type Schema = {
  $id?: string
  type?: string | string[]
  title?: string
  description?: string
  examples?: unknown
  pattern?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

const ALIAS = /^Another name for /

const mapValues = <A, B>(object: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))

/** A list of tools is read whole before the first call, so it holds each argument once and no examples. */
const brief = ({ title: _title, examples: _examples, pattern: _pattern, ...schema }: Schema): Schema => {
  const { properties, items, anyOf, ...rest } = schema
  const listed = anyOf?.find(option => option.enum)
  const named = Object.entries(properties ?? {}).filter(
    ([, property]) => !ALIAS.test(property.description ?? ''),
  )
  return {
    ...rest,
    ...(properties && { properties: mapValues(Object.fromEntries(named), brief) }),
    ...(items && { items: brief(items) }),
    ...(listed ? { enum: listed.enum ?? [] } : anyOf && { anyOf: anyOf.map(brief) }),
  }
}

export type DescribedParts = Map<string, { place: string; names?: readonly string[] }>

const REFERENCE_FROM_CHARACTERS = 3000

const described = (
  seen: DescribedParts,
  tool: string,
  [name, schema]: [string, Schema],
): [string, Schema] => {
  const { $id } = schema
  const place = $id === undefined ? undefined : seen.get($id)?.place
  if (place !== undefined)
    return [
      name,
      {
        type: 'object',
        description: `Takes the fields of ${place}. Send only what was asked for or changes.`,
      },
    ]
  if ($id !== undefined && JSON.stringify(schema).length > REFERENCE_FROM_CHARACTERS)
    seen.set($id, { place: `${name} in ${tool}` })
  return [name, brief(withoutIds(schema))]
}

export const inputProperties = (
  { properties = {} }: ObjectSchema,
  tool: string,
  seen: DescribedParts,
): Record<string, Schema> =>
  Object.fromEntries(Object.entries(properties).map(entry => described(seen, tool, entry)))

const shallow = ({ type, enum: values, description, items, anyOf }: Schema): Schema => ({
  ...(type !== undefined && { type }),
  ...(values && { enum: values }),
  ...(description !== undefined && { description }),
  ...(items?.type !== undefined && { items: { type: items.type } }),
  ...(anyOf?.every(option => option.type !== undefined) && {
    anyOf: anyOf.map(({ type: one }) => ({ type: one as string })),
  }),
})

const merged = (schemas: readonly Schema[]): Schema => {
  const [first = {}] = schemas
  const values = [...new Set(schemas.flatMap(({ enum: some = [] }) => some))]
  return schemas.every(schema => schema.enum) ? { ...first, enum: values } : first
}

const topLevel = (options: readonly ObjectSchema[]): Record<string, Schema> => {
  const names = new Set(options.flatMap(({ properties = {} }) => Object.keys(properties)))
  return Object.fromEntries(
    [...names].map(name => {
      const schemas = options.flatMap(({ properties = {} }) => properties[name] ?? [])
      return [name, shallow(merged(schemas))]
    }),
  )
}

const inEvery = (options: readonly ObjectSchema[]): string[] =>
  (options[0]?.required ?? []).filter(name => options.every(({ required = [] }) => required.includes(name)))

const MANY = 10

/** Describes the top level only: the rest can be read in the result and in the contract. */
export const outputSchema = (output: ObjectSchema, tool: string, seen: DescribedParts): ObjectSchema => {
  const { $id, anyOf } = output as { $id?: string; anyOf?: ObjectSchema[] }
  const options = anyOf ?? [output]
  const required = inEvery(options)
  const place = $id === undefined ? undefined : seen.get($id)?.place
  if (place !== undefined) return { type: 'object', description: `The result of ${place}.`, required }
  const properties = topLevel(options)
  const names = Object.keys(properties)
  const within = [...seen.values()].find(
    ({ names: known = [] }) => known.length >= MANY && known.every(name => names.includes(name)),
  )
  if ($id !== undefined) seen.set($id, { place: tool, names })
  if (!within?.names) return { type: 'object', properties, required }
  const more = Object.entries(properties).filter(([name]) => !within.names?.includes(name))
  return {
    type: 'object',
    description: `The result of ${within.place}, and more.`,
    properties: Object.fromEntries(more),
    required,
  }
}
