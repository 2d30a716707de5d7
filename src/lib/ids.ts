import { base62, type Random, toBase62 } from './random.ts'

/** `opr_` + 22 random base62 characters: 130 bits. */
export const randomId = (random: Random, prefix: string): string => `${prefix}_${base62(random, 22)}`

/** Sorts by creation time: 8 base62 characters of milliseconds, then 16 random ones. */
export const timeOrderedId = (random: Random, prefix: string, now: Date): string =>
  `${prefix}_${toBase62(now.getTime(), 8)}${base62(random, 16)}`
