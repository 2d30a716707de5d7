import { isObject } from '../../../platform/lib/is-object.ts'

type Schema = Record<string, unknown>
type Schemas = Record<string, unknown>

const SMALLEST_CHARACTERS = 160

type Change = (part: Schema, name: string) => unknown

const mapValues = (object: Schema, change: (value: unknown, name: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

const mapParts = (schema: Schema, name: string, change: Change): Schema => {
  const one = (part: unknown, partName: string): unknown => (isObject(part) ? change(part, partName) : part)
  return mapValues(schema, (value, key) => {
    if (key === 'properties' && isObject(value)) return mapValues(value, one)
    if (key === 'items' || key === 'additionalProperties') return one(value, name)
    if (key === 'anyOf' && Array.isArray(value)) return value.map(part => one(part, name))
    return value
  })
}

export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const repeatedParts = (schemas: Schemas): Map<string, string> => {
  const seen = new Map<string, { name: string; times: number }>()
  const count: Change = (part, name) => {
    const text = JSON.stringify(part)
    const known = seen.get(text)
    seen.set(text, { name: known?.name ?? name, times: (known?.times ?? 0) + 1 })
    // Parts inside a repeated part repeat only with it.
    if (!known) mapParts(part, name, count)
    return part
  }
  for (const [name, schema] of Object.entries(schemas)) if (isObject(schema)) mapParts(schema, name, count)
  const repeated = [...seen].filter(
    ([text, { times }]) => times > 1 && text.length >= SMALLEST_CHARACTERS && !text.startsWith('{"$ref"'),
  )
  return new Map(repeated.map(([text, { name }]) => [text, name]))
}

const namesFor = (repeated: ReadonlyMap<string, string>, schemas: Schemas): Map<string, string> => {
  const taken = new Set(Object.keys(schemas))
  return new Map(
    [...repeated].map(([text, property]) => {
      let name = pascal(property)
      for (let number = 2; taken.has(name); number++) name = `${pascal(property)}${number}`
      taken.add(name)
      return [text, name]
    }),
  )
}

export const shareSchemas = (schemas: Schemas): Schemas => {
  const names = namesFor(repeatedParts(schemas), schemas)
  const shared: Schemas = {}
  const refer: Change = (part, property) => {
    const text = JSON.stringify(part)
    const name = names.get(text)
    if (name === undefined) return mapParts(part, property, refer)
    if (!(name in shared)) {
      shared[name] = null
      shared[name] = mapParts(part, property, refer)
    }
    return { $ref: `#/components/schemas/${name}` }
  }
  const written = mapValues(schemas, (schema, name) =>
    isObject(schema) ? mapParts(schema, name, refer) : schema,
  )
  return { ...written, ...shared }
}
