import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isObject } from '../../../platform/lib/is-object.ts'
import { mergeDeep, withValues } from './merge.ts'

const object = fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 3 }))

test('objects merge deeply, null clears, everything else replaces', () => {
  expect(
    mergeDeep({ a: { b: 1, c: 2 }, d: [1, 2], e: 1 }, { a: { b: null, x: 3 }, d: [3], e: null }),
  ).toEqual({
    a: { c: 2, x: 3 },
    d: [3],
  })
  expect(mergeDeep({}, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } })
})

test('the same patch twice is the same as once', () => {
  fc.assert(
    fc.property(object, object, (stored, patch) => {
      const once = mergeDeep(stored, patch)
      expect(mergeDeep(once, patch)).toEqual(once)
    }),
  )
})

test('a key that names a prototype stays an own key and changes no prototype', () => {
  const patch = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  )
  const result = mergeDeep({}, patch)
  expect(Object.keys(result)).toEqual(['__proto__', 'constructor'])
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
})

test('lists, null and plain values are no objects', () => {
  for (const value of [[], null, 1, 'a', undefined, true]) expect(isObject(value)).toBe(false)
  expect(isObject({})).toBe(true)
})

test('values replace those of the stored row, none clears one, and the stored row stays as it was', () => {
  const stored: { city?: string; zip?: string; street?: string } = { city: 'Salem', zip: '97301' }
  const values = new Map([
    ['zip', null],
    ['city', 'Bend'],
    ['street', '1 Elm St'],
    ['state', undefined],
  ])
  expect(Object.entries(withValues(stored, values))).toEqual([
    ['city', 'Bend'],
    ['street', '1 Elm St'],
  ])
  expect(stored).toEqual({ city: 'Salem', zip: '97301' })
  expect(withValues(stored, new Map())).toEqual(stored)
})
