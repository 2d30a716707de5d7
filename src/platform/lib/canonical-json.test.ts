import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('the same value gives the same text, whatever the order of its keys', () => {
  expect(canonicalJson({ b: [1, { y: null, x: 'é' }], a: undefined })).toBe('{"b":[1,{"x":"é","y":null}]}')
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  expect(canonicalJson('1')).not.toBe(canonicalJson(1))
})

test('the text of any value is its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  for (const text of ['"', '\\', '\n', '\u007f', '\u2028', 'é', '\ud800', '{}', '<>~ !#[]'])
    expect(canonicalJson({ [text]: text })).toBe(JSON.stringify({ [text]: text }))
})
