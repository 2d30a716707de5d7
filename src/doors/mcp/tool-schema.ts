export type ObjectSchema = {
  type: 'object'
  properties?: Record<string, Schema>
  required?: string[]
  [more: string]: unknown
}

type Schema = {
  $id?: string
  type?: string | string[]
  description?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Other names and what nobody needs to send: taken, but not listed. */
const NOT_LISTED = /^(?:Another name for |Has no effect|Ignored|Same value as .* or omit it)/

const listedProperties = ({ properties = {} }: Schema): [string, Schema][] =>
  Object.entries(properties).filter(([, { description = '' }]) => !NOT_LISTED.test(description))

const isText = (type: Schema['type']): boolean => [type].flat().includes('string')

const SHORT: Record<string, string> = { integer: 'int', number: 'number', boolean: 'bool' }

/** `{full_name, home: [{city, stories: int, roof_shape: gable|hip}]}`: a tenth of its JSON Schema. */
const notation = (schema: Schema): string => {
  const { type, enum: values, items, anyOf = [], format } = schema
  const listed = values ?? anyOf.find(option => option.enum)?.enum
  if (listed) return listed.join('|')
  if (items) return `[${notation(items)}]`
  const fields = listedProperties(schema)
  if (fields.length > 0) {
    const told = fields.map(([name, field]) => [name, notation(field)].filter(Boolean).join(': '))
    return `{${told.join(', ')}}`
  }
  const kind = [type].flat().find(one => one !== undefined && one in SHORT)
  return isText(type) && !/^boolean|integer$/.test(String([type].flat()[0]))
    ? (format ?? '')
    : (SHORT[kind ?? ''] ?? '')
}

const NOTED_FROM_CHARACTERS = 600

/** A list of tools is read whole before the first call, so it holds each argument once, and briefly. */
const brief = (schema: Schema): Schema => {
  const { type, description, format, const: fixed, enum: values, anyOf, items } = schema
  const inner = items?.properties ? items : schema
  const isLong = inner.properties && JSON.stringify(inner).length > NOTED_FROM_CHARACTERS
  const fields = isLong ? `Fields: ${notation(schema)}.` : undefined
  const words = [description, ...(items === inner ? [inner.description] : []), fields].filter(Boolean)
  const nested = listedProperties(schema)
  const { required } = schema
  return {
    ...(type !== undefined && { type }),
    ...(words.length > 0 && { description: words.join(' ') }),
    ...(format !== undefined && { format }),
    ...(fixed !== undefined && { const: fixed }),
    ...(values && { enum: values }),
    ...(anyOf && { anyOf: anyOf.map(brief) }),
    ...(!isLong && items && { items: brief(items) }),
    ...(!isLong &&
      nested.length > 0 && {
        properties: Object.fromEntries(nested.map(([name, field]) => [name, brief(field)])),
        ...(required && required.length > 0 && { required }),
      }),
  }
}

export type DescribedParts = Map<string, string>

const REFERENCE_FROM_CHARACTERS = 120

type Place = { tool: string; tag: string; seen: DescribedParts }

/** A key may open one line only, so a tool refers to tools of its own tag. */
const described = ({ tool, tag, seen }: Place, [name, schema]: [string, Schema]): Schema => {
  const { $id, type = 'object', enum: values } = schema
  const told = brief(schema)
  const key = `${tag} ${$id ?? `${name} ${JSON.stringify(told)}`}`
  const place = seen.get(key)
  if (place !== undefined) return { ...(values ? { enum: values } : { type }), description: `As ${place}.` }
  if (JSON.stringify(told).length > REFERENCE_FROM_CHARACTERS) seen.set(key, `${name} in ${tool}`)
  return told
}

export const inputProperties = (input: ObjectSchema, place: Place): Record<string, Schema> =>
  Object.fromEntries(listedProperties(input).map(entry => [entry[0], described(place, entry)]))
