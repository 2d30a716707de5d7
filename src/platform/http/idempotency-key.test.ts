import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isUnguessable } from './idempotency-key.ts'

test.each([
  randomUUID(),
  randomUUID().toUpperCase(),
  randomBytes(24).toString('base64url'),
  randomBytes(32).toString('hex'),
  `order-${randomUUID()}`,
])('%s is taken for 128 random bits', key => {
  expect(isUnguessable(key)).toBe(true)
})

test.each([
  '1',
  'prefill-2026-11-16-001',
  'a'.repeat(255),
  '12121212121212121212121212121212121212121212',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '-'.repeat(60),
])('%s can be guessed', key => {
  expect(isUnguessable(key)).toBe(false)
})
