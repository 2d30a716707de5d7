import type { Random } from '../../src/platform/lib/random.ts'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CODE = [4, 8, 2, 9, 1, 3]

/**
 * The same draws in every run. IDs and tokens read `Example0001Example0002…`, so they are unique and no scanner takes
 * one for a credential.
 */
export const exampleRandom = (): Random => {
  let drawn = 0
  let word = ''
  let digits = 0
  const letter = (): number => {
    if (word === '') word = `Example${String(++drawn).padStart(4, '0')}`
    const next = BASE62.indexOf(word.charAt(0))
    word = word.slice(1)
    return next
  }
  return { below: limit => (limit === 62 ? letter() : (CODE[digits++ % CODE.length] ?? 0) % limit) }
}
