import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, type Random, toBase62 } from '../lib/random.ts'

export type KeyMode = 'live' | 'test'

const PREFIX_LENGTH = 'bind_live_'.length
const FORM = /^bind_(live|test)_[0-9A-Za-z]{38}$/
const CHECK_LENGTH = 6

const check = (text: string): string => toBase62(crc32(text), CHECK_LENGTH)

/** A prefix, 32 random base62 characters, and a CRC32, so a scanner can identify a key offline. */
export const newOperatorKey = (random: Random, mode: KeyMode = 'live'): string => {
  const text = `bind_${mode}_${base62(random, 32)}`
  return text + check(text)
}

export const looksLikeOperatorKey = (text: string): boolean =>
  FORM.test(text) && text.endsWith(check(text.slice(0, -CHECK_LENGTH)))

/** A key has 190 random bits, so a plain hash is enough. */
export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer')

/** `keyHash` as text, for a lookup in memory: it takes half of the time. */
export const keyHashText = (key: string): string => hash('sha256', key, 'base64')

export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH + 4)
