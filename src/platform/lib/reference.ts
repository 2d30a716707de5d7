import { timingSafeEqual } from 'node:crypto'
import type { Sealer } from './sealer.ts'

const short = (mac: Buffer, length: number): string => mac.toString('base64url').slice(0, length)

const same = (a: string, b: string): boolean => {
  const [first, second] = [Buffer.from(a), Buffer.from(b)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const LENGTH = 32

export const shortMac = (sealer: Sealer, context: string, text: string, length = LENGTH): string =>
  short(sealer.mac(context, text), length)

export const isShortMac = (
  sealer: Sealer,
  { context, text, length = LENGTH }: { context: string; text: string; length?: number },
  given: string,
): boolean => sealer.macs(context, text).some(mac => same(given, short(mac, length)))

const REFERENCE_LENGTH = 16

export const referenceTo = (sealer: Sealer, purpose: string, name: string): string =>
  Buffer.from(`${name}.${shortMac(sealer, purpose, name, REFERENCE_LENGTH)}`).toString('base64url')

export const referredName = (sealer: Sealer, purpose: string, reference: string): string | null => {
  const [name = '', mac = ''] = Buffer.from(reference, 'base64url').toString('utf8').split('.')
  return isShortMac(sealer, { context: purpose, text: name, length: REFERENCE_LENGTH }, mac) ? name : null
}
