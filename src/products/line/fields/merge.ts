import { isObject } from '../../../platform/lib/is-object.ts'

export type Json = Record<string, unknown>

const merged = (stored: unknown, sent: unknown): unknown =>
  isObject(sent) ? mergeDeep(isObject(stored) ? stored : {}, sent) : sent

/** RFC 7396 merge. Entries become own properties, so a key named __proto__ cannot reach a prototype. */
export const mergeDeep = (stored: Json, patch: Json): Json => {
  const result = new Map(Object.entries(stored))
  for (const [key, sent] of Object.entries(patch)) {
    if (sent === undefined) continue
    if (sent === null) result.delete(key)
    else result.set(key, merged(result.get(key), sent))
  }
  return Object.fromEntries(result)
}

export const withValues = <T extends object>(stored: T, values: ReadonlyMap<string, unknown>): T => {
  if (values.size === 0) return stored
  const merged: Json = { ...(stored as Json) }
  for (const [name, value] of values) {
    if (value === null || value === undefined) delete merged[name]
    else merged[name] = value
  }
  return merged as T
}
