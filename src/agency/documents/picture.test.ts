import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jpegOf, pngOf } from '../../../test/support/browser/pictures.ts'
import { endsAsZip, mediaTypeOf } from './media-type.ts'
import { frameOf, pictureProblem } from './picture.ts'

const kinds = [
  ['image/png', pngOf],
  ['image/jpeg', jpegOf],
] as const

describe.each(kinds)('a picture, %s', (type, make) => {
  test('is known by its content, and its size and end are read from its headers', async () => {
    const bytes = make(3024, 4032)
    expect(await mediaTypeOf(bytes)).toBe(type)
    expect(frameOf(bytes, type)).toEqual({ width: 3024, height: 4032, endsAt: bytes.length })
    expect(pictureProblem(bytes, type)).toBeNull()
  })

  test('of more than 50 megapixels is refused, however few bytes it has', () => {
    expect(pictureProblem(make(10_000, 5_000), type)).toBeNull()
    expect(pictureProblem(make(10_001, 5_000), type)).toContain('50 megapixels')
    expect(pictureProblem(make(65_000, 65_000), type)).toContain('50 megapixels')
  })

  test('without a width or height is refused', () => {
    for (const bytes of [make(0, 100), make(100, 0)]) expect(pictureProblem(bytes, type)).toContain('damaged')
  })

  test('with anything after its end is refused: one byte, a script, an archive', () => {
    for (const more of ['x', '<script>alert(1)</script>', 'PK\x03\x04'])
      expect(pictureProblem(Buffer.concat([make(600, 800), Buffer.from(more)]), type)).toContain(
        'after the end',
      )
  })

  test('that is cut off anywhere is refused', () => {
    const bytes = make(600, 800)
    for (let length = 0; length < bytes.length; length++)
      expect(pictureProblem(bytes.subarray(0, length), type), `${length} bytes`).not.toBeNull()
  })

  test('with any bytes changed is read or refused, and never throws', () => {
    const original = make(600, 800)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 8 }), changes => {
        const bytes = Buffer.from(original)
        for (const [at, value] of changes) bytes[at] = value
        expect([null, 'string']).toContain(pictureProblem(bytes, type) === null ? null : 'string')
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  ['a web page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a script', '#!/bin/sh\nrm -rf /\n'],
  ['an archive', 'PK\x03\x04'],
  ['a GIF', 'GIF89a\x01\x00\x01\x00'],
  ['a program', 'MZ\x90\x00'],
  ['text', 'Declarations'],
  ['a PDF that begins later', '\n\n%PDF-1.7\n'],
  ['nothing', ''],
])('%s is nothing that we take', async (_name, content) => {
  expect(await mediaTypeOf(Buffer.from(content, 'latin1'))).toBeNull()
})

test('an archive is seen from its end, with a comment as long as can be', () => {
  const end = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
  expect(endsAsZip(Buffer.concat([Buffer.from('%PDF-1.7'), end, Buffer.alloc(0xffff)]))).toBe(true)
  expect(endsAsZip(Buffer.from('%PDF-1.7 PK'))).toBe(false)
})
