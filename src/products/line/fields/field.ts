export type Field = {
  label: string
  description: string
  /** Affects the price: a change supersedes the offers and requests new quotes. */
  rated: boolean
  /** A change makes this a different application, which an earlier credit authorization does not cover. */
  renewsConsent: boolean
  masked: boolean
  /** Decides whether, and at what price, somebody is insured. On our pages the person answers it by itself, never together with others. */
  material: boolean
  aliases: readonly string[]
} & Kind

type TextForm = 'any' | 'name' | 'number'

type Kind =
  | { kind: 'text'; maxLength: number; form: TextForm }
  | { kind: 'email' | 'phone' | 'state' | 'zip' | 'boolean' | 'time' | 'auto_limits' }
  | { kind: 'date'; yearAlone: boolean }
  | { kind: 'integer'; minimum: number; maximum: number }
  | { kind: 'money'; minimum: number; maximum: number; step: number }
  | { kind: 'choice'; values: readonly string[]; synonyms: Readonly<Record<string, string>> }
  | { kind: 'list'; item: FieldTable; itemLabel: string; maxItems: number }

export type FieldTable = Readonly<Record<string, Field>>

export type ValueOf<F> = F extends { kind: 'choice'; values: readonly (infer V)[] }
  ? V
  : F extends { kind: 'integer' | 'money' }
    ? number
    : F extends { kind: 'boolean' }
      ? boolean
      : F extends { kind: 'list'; item: infer I }
        ? ValuesOf<I>[]
        : string

export type ValuesOf<T> = { -readonly [K in keyof T]?: ValueOf<T[K]> }

type More = Partial<Pick<Field, 'rated' | 'renewsConsent' | 'masked' | 'material' | 'aliases'>>

const common = (label: string, description: string, more: More) => ({
  label,
  description,
  rated: false,
  renewsConsent: false,
  masked: false,
  material: false,
  aliases: [],
  ...more,
})

export const rated = { rated: true }
export const material = { material: true }

export const text = (
  label: string,
  description: string,
  { maxLength = 200, form = 'any', ...more }: More & { maxLength?: number; form?: TextForm } = {},
) => ({
  ...common(label, description, more),
  kind: 'text' as const,
  maxLength,
  form,
})

const plain =
  <const K extends 'email' | 'phone' | 'state' | 'zip' | 'boolean' | 'time' | 'auto_limits'>(kind: K) =>
  (label: string, description: string, more: More = {}) => ({ ...common(label, description, more), kind })

export const email = plain('email')
export const phone = plain('phone')
export const state = plain('state')
export const zip = plain('zip')
export const yesNo = plain('boolean')
export const time = plain('time')
export const autoLimits = plain('auto_limits')

export const date = (
  label: string,
  description: string,
  { yearAlone = false, ...more }: More & { yearAlone?: boolean } = {},
) => ({
  ...common(label, description, more),
  kind: 'date' as const,
  yearAlone,
})

export const integer = (
  label: string,
  description: string,
  { minimum, maximum, ...more }: More & { minimum: number; maximum: number },
) => ({
  ...common(label, description, more),
  kind: 'integer' as const,
  minimum,
  maximum,
})

export const money = (
  label: string,
  description: string,
  { minimum = 0, maximum, step = 1, ...more }: More & { minimum?: number; maximum: number; step?: number },
) => ({
  ...common(label, description, more),
  kind: 'money' as const,
  minimum,
  maximum,
  step,
})

export const choice = <const V extends string>(
  label: string,
  description: string,
  { values, synonyms = {}, ...more }: More & { values: readonly V[]; synonyms?: Readonly<Record<string, V>> },
) => ({ ...common(label, description, more), kind: 'choice' as const, values, synonyms })

export const list = <const T extends FieldTable>(
  label: string,
  description: string,
  { item, itemLabel, maxItems, ...more }: More & { item: T; itemLabel: string; maxItems: number },
) => ({
  ...common(label, description, more),
  kind: 'list' as const,
  item,
  itemLabel,
  maxItems,
})

export const namedIn = (fields: FieldTable, name: string): string | undefined =>
  Object.hasOwn(fields, name)
    ? name
    : Object.keys(fields).find(candidate => fields[candidate]?.aliases.includes(name))
