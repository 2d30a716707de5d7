import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Document } from './document.ts'

export type Encoding = 'br' | 'gzip'

const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

const COMPRESSIBLE = /^(?:text\/|image\/svg|application\/(?:json|yaml))/
const LEAST_BYTES = 1024
const MOST_KEPT = 200

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

// The highest quality takes a second for the contract and saves a few percent.
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body => inBrotli(body, QUALITY),
  gzip: body => inGzip(body, { level: 9 }),
}

/** RFC 9110, 12.5.3. Null: send it as it is. */
export const acceptedEncoding = (header: string | string[] | undefined): Encoding | null => {
  const qualities = new Map(
    [header ?? []]
      .flat()
      .join(',')
      .split(',')
      .map(part => {
        const [coding = '', ...parameters] = part.split(';').map(text => text.trim().toLowerCase())
        const q = parameters.find(text => text.startsWith('q='))
        return [coding, q === undefined ? 1 : Number(q.slice(2)) || 0] as const
      }),
  )
  const qualityOf = (coding: string): number => qualities.get(coding) ?? qualities.get('*') ?? 0
  const best = ENCODINGS.toSorted((a, b) => qualityOf(b) - qualityOf(a))[0] ?? 'br'
  const plain = qualities.get('identity') ?? 0
  return qualityOf(best) > 0 && qualityOf(best) >= plain ? best : null
}

/** RFC 9110, 13.1.2. */
const isKnown = (etag: string, { 'if-none-match': known = '' }: IncomingHttpHeaders): boolean =>
  known
    .split(',')
    .map(given => given.trim().replace(/^W\//, ''))
    .some(given => given === '*' || given === etag)

const tags = new WeakMap<Document, string>()

const tagOf = (document: Document): string => {
  const known = tags.get(document)
  if (known !== undefined) return known
  const tag = createHash('sha256').update(document.body).digest('base64url')
  tags.set(document, tag)
  return tag
}

const kept = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT })

const compressed = (document: Document, tag: string, encoding: Encoding): Promise<Buffer> => {
  const name = `${tag}-${encoding}`
  const known = kept.get(name)
  if (known) return known
  const made = compress[encoding](Buffer.from(document.body))
  kept.set(name, made)
  made.catch(() => kept.delete(name))
  return made
}

/** Only for documents for everyone: a compressed size reveals a secret beside someone's input (BREACH). */
export const representationOf = async (
  document: Document,
  headers: IncomingHttpHeaders,
): Promise<Document> => {
  if ((document.status ?? 200) !== 200) return document
  const isLarge = Buffer.byteLength(document.body) >= LEAST_BYTES
  const isCompressible = isLarge && COMPRESSIBLE.test(document.type)
  const encoding = isCompressible ? acceptedEncoding(headers['accept-encoding']) : null
  const tag = tagOf(document)
  const etag = encoding === null ? `"${tag}"` : `"${tag}-${encoding}"`
  const sent = {
    'cache-control': 'no-cache',
    ...document.headers,
    etag,
    ...(isCompressible && { vary: 'accept-encoding' }),
  }
  if (isKnown(etag, headers)) return { ...document, status: 304, body: '', headers: sent }
  if (encoding === null) return { ...document, headers: sent }
  const body = await compressed(document, tag, encoding)
  return { ...document, body, headers: { ...sent, 'content-encoding': encoding } }
}
