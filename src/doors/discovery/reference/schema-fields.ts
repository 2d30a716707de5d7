export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  title?: string
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  anyOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  additionalProperties?: boolean | Schema
  required?: readonly string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Schemas = Readonly<Record<string, Schema>>

export type FieldNode = {
  name: string
  path: string
  anchor: string
  type: string
  required: boolean
  description: string
  values: readonly string[]
  limits: string
  aliases: readonly string[]
  inside: FieldTree
}

export type FieldTree = {
  fields: readonly FieldNode[]
  formats: readonly { title: string; tree: FieldTree }[]
}

const NOTHING: FieldTree = { fields: [], formats: [] }
const ANY_NAME = '{name}'

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1)

const resolved = (schemas: Schemas, schema: Schema): Schema => {
  if (schema.$ref === undefined) return schema
  const { $ref, ...own } = schema
  return { title: nameOf($ref), ...resolved(schemas, schemas[nameOf($ref)] ?? {}), ...own }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)]

const typesOf = (schemas: Schemas, schema: Schema): string[] => {
  const { type, format, enum: values, const: only, anyOf, items } = resolved(schemas, schema)
  if (values) return unique(values.map(value => (value === null ? 'null' : typeof value)))
  if (only !== undefined) return [typeof only]
  if (anyOf && type === undefined) return unique(anyOf.flatMap(part => typesOf(schemas, part)))
  const named = [type ?? []].flat()
  return named.map(name => {
    if (name === 'array' && items) return `list of ${typesOf(schemas, items).join(' or ') || 'any'}`
    return name === 'string' && format ? format : name
  })
}

const valuesOf = (schemas: Schemas, schema: Schema): string[] => {
  const { enum: values, const: only, anyOf, items } = resolved(schemas, schema)
  if (values) return values.filter(value => value !== null).map(String)
  if (only !== undefined) return [String(only)]
  if (anyOf) return unique(anyOf.flatMap(part => valuesOf(schemas, part)))
  return items ? valuesOf(schemas, items) : []
}

const counted = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US')}${unit === '' || count === 1 ? unit : `${unit}s`}`

const range = (unit: string, least?: number, most?: number): string[] => {
  if (least !== undefined && most !== undefined && least === most) return [`exactly ${counted(least, unit)}`]
  return [
    ...(least ? [`at least ${counted(least, unit)}`] : []),
    ...(most === undefined ? [] : [`at most ${counted(most, unit)}`]),
  ]
}

const limitsOf = (schema: Schema): string =>
  [
    ...range('', schema.minimum, schema.maximum),
    ...range(' character', schema.minLength, schema.maxLength),
    ...range(' item', schema.minItems, schema.maxItems),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ')

const ALIAS = /^Another name for (\w+)\.$/

const aliasTarget = ({ description = '' }: Schema): string | undefined => ALIAS.exec(description)?.[1]

type Place = { schemas: Schemas; path: string; anchor: string; within: readonly string[] }

const below = (start: string, name: string): string => (start === '' ? name : `${start}.${name}`)

const propertiesOf = ({ properties, patternProperties, additionalProperties }: Schema) => [
  ...Object.entries(properties ?? {}),
  ...Object.values(patternProperties ?? {}).map(schema => [ANY_NAME, schema] as const),
  ...(typeof additionalProperties === 'object' ? [[ANY_NAME, additionalProperties] as const] : []),
]

const nodesOf = (place: Place, schema: Schema): FieldNode[] => {
  const entries = propertiesOf(schema)
  return entries
    .filter(([, property]) => aliasTarget(property) === undefined)
    .map(([name, property]) => {
      const path = below(place.path, name)
      const anchor = below(place.anchor, name)
      const whole = resolved(place.schemas, property)
      return {
        name,
        path,
        anchor,
        type: typesOf(place.schemas, property).join(' or ') || 'any',
        required: schema.required?.includes(name) ?? false,
        description: whole.description ?? '',
        values: valuesOf(place.schemas, property),
        limits: limitsOf(whole),
        aliases: entries.filter(([, other]) => aliasTarget(other) === name).map(([alias]) => alias),
        inside: treeAt({ ...place, path, anchor }, property),
      }
    })
}

const wordsOf = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')

const treeAt = (place: Place, schema: Schema): FieldTree => {
  const whole = resolved(place.schemas, schema)
  const { $ref } = schema
  if ($ref !== undefined && place.within.includes($ref)) return NOTHING
  const inner = { ...place, within: $ref === undefined ? place.within : [...place.within, $ref] }
  const fields = nodesOf(inner, whole)
  if (fields.length > 0) return { fields, formats: [] }
  if (whole.items) return treeAt(inner, whole.items)
  const parts = (whole.anyOf ?? []).filter(part => treeAt(inner, part).fields.length > 0)
  const [only] = parts
  if (only && parts.length === 1) return treeAt(inner, only)
  const formats = parts.map(part => {
    const { title = '' } = resolved(place.schemas, part)
    return { title: wordsOf(title), tree: treeAt({ ...inner, anchor: below(place.anchor, title) }, part) }
  })
  return { fields: [], formats }
}

export const fieldTree = (schema: Schema, schemas: Schemas): FieldTree =>
  treeAt({ schemas, path: '', anchor: '', within: [] }, schema)

export const allFields = ({ fields, formats }: FieldTree): FieldNode[] => [
  ...fields.flatMap(field => [field, ...allFields(field.inside)]),
  ...formats.flatMap(({ tree }) => allFields(tree)),
]
