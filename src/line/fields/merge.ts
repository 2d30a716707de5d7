import { isObject } from '../../lib/is-object.ts'

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
  const merged = new Map(Object.entries(stored))
  for (const [name, value] of values) {
    if (value === null || value === undefined) merged.delete(name)
    else merged.set(name, value)
  }
  return Object.fromEntries(merged) as T
}
