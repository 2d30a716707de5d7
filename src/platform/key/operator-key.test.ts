import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secureRandom } from '../lib/random.ts'
import { keyPrefix, looksLikeOperatorKey, newOperatorKey } from './operator-key.ts'

describe('an operator key', () => {
  test('is bind_live_, 32 base62 characters and the CRC32 of both in base62', () => {
    const key = newOperatorKey(secureRandom)
    expect(key).toMatch(/^bind_live_[0-9A-Za-z]{38}$/)
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    expect(value).toBe(crc32(key.slice(0, -6)))
  })

  test('that only reaches the sandbox says so in its first characters, which the CRC32 covers', () => {
    const key = newOperatorKey(secureRandom, 'test')
    expect(key).toMatch(/^bind_test_[0-9A-Za-z]{38}$/)
    expect(looksLikeOperatorKey(key)).toBe(true)
    expect(looksLikeOperatorKey(key.replace('_test_', '_live_'))).toBe(false)
  })

  test('is recognized, and any single changed character is not', () => {
    const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 47 }), base62, (at, character) => {
        const key = newOperatorKey(secureRandom)
        const changed = key.slice(0, at) + character + key.slice(at + 1)
        expect(looksLikeOperatorKey(changed)).toBe(changed === key)
      }),
      { numRuns: 500 },
    )
  })

  test('shows four random characters in its prefix', () => {
    const key = newOperatorKey(secureRandom)
    expect(keyPrefix(key)).toBe(key.slice(0, 14))
  })
})
