import { randomBytes, randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type Random = { below(limit: number): number }

export const secureRandom: Random = { below: limit => randomInt(limit) }

export const base62 = (random: Random, length: number): string => {
  let text = ''
  while (text.length < length) text += BASE62[random.below(62)]
  return text
}

export const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(10)).join('')

export const toBase62 = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}

const ID_BYTES = 12
const ID_LENGTH = (ID_BYTES / 3) * 4
let pool = ''
let used = 0

export const requestId = (): string => {
  if (used === pool.length) {
    pool = randomBytes(ID_BYTES * 512).toString('base64url')
    used = 0
  }
  used += ID_LENGTH
  return `req_${pool.slice(used - ID_LENGTH, used)}`
}

const POOL_BYTES = 4096
let bytes = Buffer.alloc(0)
let given = 0

/** Takes from a pool, because one call of the system's generator costs as much as the MAC of a row. */
export const nonce = (count: number): Buffer => {
  if (given + count > bytes.length) {
    bytes = randomBytes(POOL_BYTES)
    given = 0
  }
  given += count
  return bytes.subarray(given - count, given)
}

export const randomId = (random: Random, prefix: string): string => `${prefix}_${base62(random, 22)}`

export const timeOrderedId = (random: Random, prefix: string, now: Date): string =>
  `${prefix}_${toBase62(now.getTime(), 8)}${base62(random, 16)}`
