import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from './sealer.ts'

const short = (mac: Buffer, length: number): string => mac.toString('base64url').slice(0, length)

const same = (a: string, b: string): boolean => {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const LENGTH = 32

/** For a token that whoever holds it gives back to us. */
export const shortMac = (sealer: Sealer, context: string, text: string, length = LENGTH): string =>
  short(sealer.mac(context, text), length)

/** By any of the keys: a token outlives the rotation of the secret for as long as the old key is listed. */
export const isShortMac = (
  sealer: Sealer,
  { context, text, length = LENGTH }: { context: string; text: string; length?: number },
  given: string,
): boolean => sealer.macs(context, text).some(mac => same(given, short(mac, length)))

const REFERENCE_LENGTH = 16

/** An opaque name for something in a link. It opens nothing: whoever comes by it still has to sign in. */
export const referenceTo = (sealer: Sealer, purpose: string, name: string): string =>
  Buffer.from(`${name}.${shortMac(sealer, purpose, name, REFERENCE_LENGTH)}`).toString('base64url')

/** Null: not a reference that we gave for this purpose. */
export const referredName = (sealer: Sealer, purpose: string, reference: string): string | null => {
  const [name = '', mac = ''] = Buffer.from(reference, 'base64url').toString('utf8').split('.')
  return isShortMac(sealer, { context: purpose, text: name, length: REFERENCE_LENGTH }, mac) ? name : null
}
