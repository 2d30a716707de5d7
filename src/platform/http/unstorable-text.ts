import { Failure } from '../errors.ts'

const refusal = (path: string): Failure =>
  new Failure('invalid_request', {
    fields: [{ path, code: 'nul_character', expected: 'text without the NUL character' }],
  })

const refusalOfHalf = (path: string): Failure =>
  new Failure('invalid_request', {
    fields: [{ path, code: 'half_character', expected: 'whole characters: both halves of a surrogate pair' }],
  })

/** PostgreSQL cannot store U+0000. In a URL, query or form it is percent-encoded. */
export const nulProblem = (text: string): Failure | null =>
  text.includes('%00') || text.includes('\0') ? refusal('body') : null

const parameterWithNul = (url: string): string | undefined =>
  [...new URLSearchParams(url.split('?')[1] ?? '')].find(([, value]) => value.includes('\0'))?.[0]

export const nulInUrl = (url: string): Failure | null =>
  nulProblem(url) && refusal(parameterWithNul(url) ?? 'address')

const pathOf = (unstorable: RegExp, value: unknown, path = ''): string | null => {
  if (typeof value === 'string') return unstorable.test(value) ? path || 'body' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, one] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key
    const found = unstorable.test(key) ? path || 'body' : pathOf(unstorable, one, here)
    if (found !== null) return found
  }
  return null
}

/** JSON can hold either only as an escape, so most texts need no second look. */
const UNSTORABLE = [
  { escaped: /\\u0000/, character: /\0/, refuse: refusal },
  { escaped: /\\ud[89a-f]/i, character: /\p{Cs}/u, refuse: refusalOfHalf },
]

export const refuseUnstorable = (text: string, value: unknown): void => {
  if (!text.includes('\\u')) return
  for (const { escaped, character, refuse } of UNSTORABLE) {
    const path = escaped.test(text) ? pathOf(character, value) : null
    if (path !== null) throw refuse(path)
  }
}
