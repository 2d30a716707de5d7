import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptedEncoding, representationOf } from './representation.ts'

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['identity, br;q=0.5', null],
  ['identity;q=0, br', 'br'],
  ['br;q=nonsense', null],
  ['deflate, zstd', null],
])('of Accept-Encoding: %s we take %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

describe('a document for everyone', () => {
  const text = 'Umbrella insurance. '.repeat(200)
  const document = { type: 'text/markdown; charset=utf-8', body: text }
  const sent = (headers: Record<string, string>, of = document) => representationOf(of, headers)

  test('is the same text in each encoding, under a tag of its own', async () => {
    const plain = await sent({})
    const br = await sent({ 'accept-encoding': 'br' })
    const gzip = await sent({ 'accept-encoding': 'gzip' })
    expect(plain.body).toBe(text)
    expect(brotliDecompressSync(br.body as Buffer).toString()).toBe(text)
    expect(gunzipSync(gzip.body as Buffer).toString()).toBe(text)
    expect([br, gzip].map(({ headers }) => headers?.['content-encoding'])).toEqual(['br', 'gzip'])
    expect(new Set([plain, br, gzip].map(({ headers }) => headers?.etag)).size).toBe(3)
    for (const { headers } of [plain, br, gzip]) expect(headers?.vary).toBe('accept-encoding')
  })

  test('is not sent again to a client that has this encoding of it', async () => {
    const etag = String((await sent({ 'accept-encoding': 'br' })).headers?.etag)
    const again = await sent({ 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` })
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag, vary: 'accept-encoding' } })
    expect((await sent({ 'accept-encoding': 'gzip', 'if-none-match': etag })).status).not.toBe(304)
    const changed = { ...document, body: `${text}.` }
    expect((await sent({ 'accept-encoding': 'br', 'if-none-match': etag }, changed)).status).not.toBe(304)
  })

  test('is compressed once, and a short or packed one never', async () => {
    const [first, second] = [await sent({ 'accept-encoding': 'br' }), await sent({ 'accept-encoding': 'br' })]
    expect(second.body).toBe(first.body)
    for (const other of [
      { ...document, body: 'short' },
      { ...document, type: 'application/gzip' },
    ]) {
      const { headers, body } = await sent({ 'accept-encoding': 'br' }, other)
      expect([body, headers?.['content-encoding'], headers?.vary]).toEqual([other.body, undefined, undefined])
    }
  })
})
