import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { parseJsonBody, parseLargeJsonBody } from './json-body.ts'

const parse = (text: string): unknown => parseJsonBody(Buffer.from(text))
const codeOf = (text: string): string | null => {
  try {
    parse(text)
    return null
  } catch (error) {
    return error instanceof Failure ? error.code : 'another error'
  }
}

const plainKey = fc.string().filter(key => !['__proto__', 'constructor', 'prototype'].includes(key))
const value = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  map: fc.dictionary(plainKey, tie('any'), { maxKeys: 4, noNullPrototype: true }),
})).any

describe('a JSON body', () => {
  test('is read as JSON.parse reads it, for any value without a trap', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(undefined, 2), (original, indent) => {
        const text = JSON.stringify(original, null, indent)
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
      { numRuns: 1000 },
    )
  })

  test('is 400 or read, never another error, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '\\', 'a', '1', ' ') }),
        text => {
          expect([null, 'invalid_json', 'invalid_request']).toContain(codeOf(text))
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('names the key that one object has twice, whatever the key is', () => {
    fc.assert(
      fc.property(plainKey, value, (key, other) => {
        const name = JSON.stringify(key)
        const text = `{"other":${JSON.stringify(other)},"inside":[{${name}:1, "z":"z:" ,${name} :2}]}`
        fc.pre(key !== 'z')
        expect(() => parse(text)).toThrow(`The key "${key.slice(0, 60)}" is given twice`)
      }),
    )
  })

  test.each([
    ['{"a":1,"a":2}', 'invalid_json'],
    ['{"a":{"b":1,"b":2}}', 'invalid_json'],
    ['[{"a":1},{"a":2}]', null],
    ['{"a":"a","b":["a","a"]}', null],
    ['{"a\\"b":1,"a\\"b":2}', 'invalid_json'],
    ['{"\\u005f_proto__":1}', 'invalid_request'],
    ['{"x":{"constructor":1}}', 'invalid_request'],
    [`${'['.repeat(32)}${']'.repeat(32)}`, null],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'invalid_json'],
    [`{"a":"${'['.repeat(50)}"}`, null],
    ['{"n":1e400}', null],
    ['\ufeff{}', null],
    ['{} {}', 'invalid_json'],
  ])('%s gives %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })
})

test('a large body may escape its slashes, and is refused before it is parsed if it is mostly escapes', async () => {
  const file = (piece: string, times: number) => Buffer.from(`{"content":"${piece.repeat(times)}"}`)
  const base64 = 'QUJD'.repeat(16)
  expect(await parseLargeJsonBody(file(`${base64}\\/`, 20_000))).toEqual({
    content: `${base64}/`.repeat(20_000),
  })
  for (const escaped of ['\\\\', '\\/', '\\u0041'])
    await expect(parseLargeJsonBody(file(escaped, 1_000_000))).rejects.toMatchObject({
      code: 'request_too_large',
    })
})

describe('a large body', () => {
  const long = 'QUJD'.repeat(2 ** 18 + 1)
  const read = (text: string) => parseLargeJsonBody(Buffer.from(text))

  test('is read as JSON.parse reads it, wherever its long strings stand', () =>
    fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        for (const original of [
          long,
          [one, long, other],
          { one, file: long, other, more: [{ again: long }] },
        ]) {
          const text = JSON.stringify(original)
          expect(await read(text)).toEqual(JSON.parse(text))
        }
      }),
      { numRuns: 3 },
    ))

  test('with a key twice is refused with the name of the key, after the longest string', async () => {
    await expect(read(`{"file":"${'A'.repeat(9 * 2 ** 20)}","a":1,"a":2}`)).rejects.toThrow(
      'The key "a" is given twice',
    )
  })

  test('with a fault inside or around a long string is refused like any other', async () => {
    for (const text of [
      `{"file":"${long}\n"}`,
      `{"file":"${long}\\x"}`,
      `{"file":"${long}`,
      `{"file":"${long}"`,
      `{"file":"${long}""${long}"}`,
      `{"file":"${long}","file":"${long}"}`,
    ])
      await expect(read(text)).rejects.toMatchObject({ code: 'invalid_json' })
    for (const text of [`{"__proto__":"${long}"}`, `{"file":"${long}\\u0000"}`])
      await expect(read(text)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('may have no long key', async () => {
    await expect(read(`{"${long}":1}`)).rejects.toMatchObject({ code: 'request_too_large' })
  })
})
