import { base62, type Random, toBase62 } from './random.ts'

export const randomId = (random: Random, prefix: string): string => `${prefix}_${base62(random, 22)}`

export const timeOrderedId = (random: Random, prefix: string, now: Date): string =>
  `${prefix}_${toBase62(now.getTime(), 8)}${base62(random, 16)}`
