import { Failure } from '../errors.ts'

const refusal = (path: string): Failure =>
  new Failure('invalid_request', {
    fields: [{ path, code: 'nul_character', expected: 'text without the NUL character' }],
  })

/** PostgreSQL stores no U+0000. In an address, a query or a form it comes percent-encoded. */
export const nulProblem = (text: string, path = 'body'): Failure | null =>
  text.includes('%00') || text.includes('\0') ? refusal(path) : null

const pathOfNul = (value: unknown, path: string): string | null => {
  if (typeof value === 'string') return value.includes('\0') ? path || 'body' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, one] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key
    const found = key.includes('\0') ? path || 'body' : pathOfNul(one, here)
    if (found !== null) return found
  }
  return null
}

/** In JSON it can only be written as an escape, so a body is searched only when the text has one. */
export const refuseNul = (text: string, value: unknown): void => {
  const path = text.includes('\\u0000') ? pathOfNul(value, '') : null
  if (path !== null) throw refusal(path)
}
