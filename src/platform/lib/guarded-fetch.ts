import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { SECOND } from './clock.ts'

const MOST_BYTES = 5 * 1024
const MOST_MS = 3 * SECOND

/** RFC 6890 and its IPv6 counterparts: addresses that are not on the public internet. */
const SPECIAL: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

const special = new BlockList()
for (const range of SPECIAL) {
  const [address = '', bits] = range.split('/')
  special.addSubnet(address, Number(bits), 'ipv4')
}

const publicIPv6 = new BlockList()
publicIPv6.addSubnet('2000::', 3, 'ipv6')
const specialIPv6 = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialIPv6.addSubnet(address, bits, 'ipv6')

const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? publicIPv6.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6')
    : isIP(address) === 4 && !special.check(address, 'ipv4')

type Place = { address: string; family: number }
export type Resolve = (host: string) => Promise<readonly Place[]>
/** Connects to this address and nowhere else, whatever the name says by then. */
export type Get = (
  url: URL,
  place: Place,
  limits: { bytes: number; signal: AbortSignal },
) => Promise<Response>

const resolveByDns: Resolve = host => lookup(host, { all: true })

const getAt: Get = (url, place, { bytes, signal }) =>
  new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        signal,
        headers: { accept: 'application/json' },
        lookup: (_host, { all }, found) =>
          all ? found(null, [place]) : found(null, place.address, place.family),
      },
      answer => {
        const chunks: Buffer[] = []
        let size = 0
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length
          chunks.push(chunk)
          if (size > bytes) asked.destroy(new Error('the document is too large'))
        })
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode = 502, headers } = answer
          const cacheControl = headers['cache-control']
          resolve(
            new Response(Buffer.concat(chunks), {
              status: statusCode,
              headers: cacheControl === undefined ? {} : { 'cache-control': cacheControl },
            }),
          )
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })

/** Fetches an address that a stranger named: over HTTPS, on the public internet, small, soon, and without redirects. */
export const guardedFetch =
  ({ resolve = resolveByDns, get = getAt }: { resolve?: Resolve; get?: Get } = {}) =>
  async (address: string | URL): Promise<Response> => {
    const url = new URL(address)
    if (url.protocol !== 'https:' || url.port !== '') throw new TypeError('only https, at its usual port')
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const signal = AbortSignal.timeout(MOST_MS)
    const places = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
    const [place] = places
    if (!place || !places.every(found => isPublicAddress(found.address)))
      throw new TypeError('not an address on the public internet')
    const answer = await get(url, place, { bytes: MOST_BYTES, signal })
    if (answer.status >= 300 && answer.status < 400) throw new TypeError('redirects are not followed')
    return answer
  }
