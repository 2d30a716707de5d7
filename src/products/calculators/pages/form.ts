import type { TSchema } from 'typebox'
import type { Option } from '../../../platform/pages/fields.ts'
import { usd } from '../../../platform/values/money.ts'

export type FormField = {
  name: string
  label: string
  hint?: string
  dollars?: boolean
  autocomplete?: string
  wide?: boolean
  control?: { kind: 'select' | 'checks'; options: readonly Option[] }
}

export type FieldGroup = { legend: string; hint?: string; fields: readonly FormField[] }

export type Form = {
  groups: readonly FieldGroup[]
  wholes?: Readonly<Record<string, { name: string; message: string }>>
}

export type Query = Readonly<Record<string, string | string[]>>

export type Filled = ReadonlyMap<string, readonly string[]>

export const fieldsOf = ({ groups }: Form): FormField[] => groups.flatMap(({ fields }) => fields)

export const isSent = (form: Form, query: Query): boolean =>
  fieldsOf(form).some(({ name }) => query[name] !== undefined)

export const readFilled = (form: Form, query: Query): Filled =>
  new Map(
    fieldsOf(form).flatMap(({ name, control }) => {
      const texts = [query[name] ?? []]
        .flat()
        .map(text => text.trim())
        .filter(text => text !== '')
      const kept = control?.kind === 'checks' ? [...new Set(texts)] : texts.slice(0, 1)
      return kept.length > 0 ? [[name, kept] as const] : []
    }),
  )

export const linkTo = (path: string, filled: Filled): string => {
  const pairs = [...filled].flatMap(([name, texts]) => texts.map(text => [name, text] as [string, string]))
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path
}

type SchemaNode = {
  type?: string
  pattern?: string
  default?: unknown
  properties?: Record<string, SchemaNode>
}

const schemaAt = (schema: TSchema, name: string): SchemaNode =>
  name.split('.').reduce<SchemaNode>((node, part) => node.properties?.[part] ?? {}, schema as SchemaNode)

const isNumber = ({ type }: SchemaNode): boolean => type === 'integer' || type === 'number'

export const typing = (schema: TSchema, { name, dollars }: FormField): { digits: boolean; usual: string } => {
  const node = schemaAt(schema, name)
  const shown = (value: number): string => (dollars ? usd(value) : String(value))
  return {
    digits: isNumber(node) || node.pattern?.startsWith('^[0-9]{5}') === true,
    usual: typeof node.default === 'number' ? shown(node.default) : '',
  }
}

const numberFrom = (text: string): number | string => {
  const plain = text.replaceAll(/[$,\s]/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text
}

const valueFor = (node: SchemaNode, texts: readonly string[]): unknown => {
  if (node.type === 'array') return texts
  const [text = ''] = texts
  return isNumber(node) ? numberFrom(text) : text
}

type Branch = { [name: string]: unknown }

const place = (input: Branch, name: string, value: unknown): Branch => {
  const [first = '', ...rest] = name.split('.')
  const inner = rest.length > 0 ? place((input[first] ?? {}) as Branch, rest.join('.'), value) : value
  return { ...input, [first]: inner }
}

export const inputFrom = (schema: TSchema, filled: Filled): Branch =>
  [...filled].reduce(
    (input, [name, texts]) => place(input, name, valueFor(schemaAt(schema, name), texts)),
    {},
  )

const partAt = (input: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((part, key) => (part as Branch | undefined)?.[key], input)

export const filledFrom = (form: Form, input: unknown): Filled =>
  new Map(
    fieldsOf(form).flatMap(({ name }) => {
      const part = partAt(input, name)
      return part === undefined ? [] : [[name, [part].flat().map(String)] as const]
    }),
  )
