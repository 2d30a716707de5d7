import { isObject } from '../../../platform/lib/is-object.ts'
import type { Umbrella } from './command.ts'
import type { JsonObject } from './read-json.ts'
import type { Terminal } from './terminal.ts'

export type Path = readonly (string | number)[]
type Question = NonNullable<Umbrella['next_question']>
type Field = Question['fields'][number]

/** What was typed, as a value of this JSON type. What does not fit stays text, and the service says why. */
export const typedValue = (text: string, type: unknown): unknown => {
  if (type === 'string') return text
  if (type === 'boolean' && /^(?:yes|no)$/i.test(text)) return text.toLowerCase() === 'yes'
  try {
    return JSON.parse(text)
  } catch {
    return type === 'array' ? text.split(',') : text
  }
}

const placed = (before: unknown, [first, ...rest]: Path, value: unknown): unknown => {
  if (first === undefined) return value
  if (typeof first === 'number') {
    const list = Array.isArray(before) ? [...before] : []
    list[first] = placed(list[first], rest, value)
    return list
  }
  const object = isObject(before) ? before : {}
  return { ...object, [first]: placed(object[first], rest, value) }
}

export const put = (body: JsonObject, path: Path, value: unknown): JsonObject =>
  placed(body, path, value) as JsonObject

const choices = ({ enum: values }: Field): string => (values ? ` One of: ${values.join(', ')}.` : '')

/** The file that --answers reads, with a description in place of each value. */
export const skeletonOf = ({ fields }: Question): JsonObject =>
  fields.reduce((body, field) => put(body, field.path, `${field.description}${choices(field)}`), {})

export const askAll = async (terminal: Terminal, { prompt, fields }: Question): Promise<JsonObject> => {
  terminal.say(prompt)
  let body: JsonObject = {}
  for (const field of fields) {
    terminal.say(`${field.description}${choices(field)}`)
    const typed = await terminal.ask(`${field.label}:`)
    if (typed) body = put(body, field.path, typedValue(typed, field.type))
  }
  return body
}
