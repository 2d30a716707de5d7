import { fail } from '../errors.ts'

const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/

export const readIdempotencyKey = (lines: readonly string[]): string | null => {
  if (lines.length === 0) return null
  const refuse = (code: 'repeated' | 'wrong_format'): never =>
    fail('invalid_request', {
      fields: [
        {
          path: 'Idempotency-Key',
          code,
          expected: '1 to 255 visible ASCII characters, in one header line',
        },
      ],
    })
  if (lines.length > 1) refuse('repeated')
  const key = String(lines[0]).replace(/^"(.*)"$/, '$1')
  return VISIBLE_ASCII.test(key) ? key : refuse('wrong_format')
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-([\da-f])[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/i
const LEAST_BITS = 128
const LEAST_DIFFERENT = 10

const bitsOf = (text: string): number => {
  const letters = /^[\da-f]+$/i.test(text) ? 16 : /[a-z]/.test(text) && /[A-Z]/.test(text) ? 62 : 36
  return text.length * Math.log2(/^\d+$/.test(text) ? 10 : letters)
}

export const isUnguessable = (key: string): boolean => {
  const version = UUID.exec(key)?.[1]
  if (version !== undefined) return version === '4'
  const text = key.replaceAll(/[^\dA-Za-z]/g, '')
  return bitsOf(text) >= LEAST_BITS && new Set(text).size >= LEAST_DIFFERENT
}
