import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the same value gives the same text, whatever the order of its keys', () => {
  expect(canonicalJson({ b: [1, { y: null, x: 'é' }], a: undefined })).toBe('{"b":[1,{"x":"é","y":null}]}')
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  expect(canonicalJson('1')).not.toBe(canonicalJson(1))
})
