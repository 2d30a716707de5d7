import { Failure } from '../errors.ts'

const refusal = (path: string): Failure =>
  new Failure('invalid_request', {
    fields: [{ path, code: 'nul_character', expected: 'text without the NUL character' }],
  })

/** PostgreSQL cannot store U+0000. In a URL, query or form it is percent-encoded. */
export const nulProblem = (text: string): Failure | null =>
  text.includes('%00') || text.includes('\0') ? refusal('body') : null

const parameterWithNul = (url: string): string | undefined =>
  [...new URLSearchParams(url.split('?')[1] ?? '')].find(([, value]) => value.includes('\0'))?.[0]

/** Names the query parameter, or the address when it is elsewhere in the URL. */
export const nulInUrl = (url: string): Failure | null =>
  nulProblem(url) && refusal(parameterWithNul(url) ?? 'address')

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

export const refuseNul = (text: string, value: unknown): void => {
  const path = text.includes('\\u0000') ? pathOfNul(value, '') : null
  if (path !== null) throw refusal(path)
}
