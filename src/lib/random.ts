import { randomBytes, randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Where unguessable things come from. Only `below` needs a source; the rest is built on it. */
export type Random = { below(limit: number): number }

export const secureRandom: Random = { below: limit => randomInt(limit) }

export const base62 = (random: Random, length: number): string =>
  Array.from({ length }, () => BASE62[random.below(62)]).join('')

export const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => random.below(10)).join('')

/** An unsigned integer written in base62, padded on the left. */
export const toBase62 = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = BASE62[rest % 62] + text
  return text
}

const ID_BYTES = 12
let pool = Buffer.alloc(0)
let used = 0

/** `req_` and 96 random bits, cut from a block drawn in advance: one is needed for every request. */
export const requestId = (): string => {
  if (used + ID_BYTES > pool.length) {
    pool = randomBytes(ID_BYTES * 512)
    used = 0
  }
  used += ID_BYTES
  return `req_${pool.toString('base64url', used - ID_BYTES, used)}`
}
