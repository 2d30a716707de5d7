import { type FieldProblem, fail, MOST_PROBLEMS } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import { holdsForbiddenNumber } from '../../../platform/values/personal-text.ts'
import { type Json, mergeDeep } from './merge.ts'

// Keys are compared as lowercase letters and digits. `ssn` must be at an end, because business_name contains it.
const PATTERNS: readonly RegExp[] = [
  /^ssn|ssn$|ssnlast\w*$|socialsec|^(spouse|applicant|co)?(itin|sin)$|taxpayerid|^taxid/,
  /(credit|debit|payment|bank)card|^cards?$|card(number|num|no|pan|holder|expir\w*|exp)$|^cc(number|num|no|exp\w*)$/,
  /cvv|^(card)?c[vs]c2?$|cardsecurity|cardverification|^(card)?securitycode$/,
  /bankacc|bankrouting|(?<!loan|mortgage|policy|escrow)account(number|num|no)$|routing(number|num|no)$|^iban|iban$|^aba(number|routing)?$/,
  /password|passwd|passphrase|passcode|^pwd$/,
]

/** One pattern, because each key of each application is tested. */
const FORBIDDEN = new RegExp(PATTERNS.map(({ source }) => source).join('|'))

const squashed = (key: string): string => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

export const isForbiddenKey = (key: string): boolean => FORBIDDEN.test(squashed(key))

const namesForbidden = (value: Json): boolean =>
  ['field', ...(Object.hasOwn(value, 'value') ? ['name', 'key', 'label'] : [])].some(key => {
    const name = Object.hasOwn(value, key) ? value[key] : undefined
    return typeof name === 'string' && isForbiddenKey(name)
  })

// The key itself may contain a number that we must not repeat.
const shown = (key: string): string => key.slice(0, 60).replaceAll(/\d[\d\s.-]{2,}/g, '…')

type Forbidden = { path: string; code: 'forbidden_key' | 'forbidden_number' }

export const forbiddenParts = (value: unknown, path: string): Forbidden[] => {
  if (typeof value === 'string')
    return holdsForbiddenNumber(value) ? [{ path, code: 'forbidden_number' }] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => forbiddenParts(item, `${path}[${at}]`))
  if (!isObject(value)) return []
  if (namesForbidden(value)) return [{ path, code: 'forbidden_key' }]
  return Object.entries(value).flatMap(([key, item]) => {
    if (isForbiddenKey(key)) return [{ path: `${path}.${shown(key)}`, code: 'forbidden_key' }]
    return typeof item === 'object' || typeof item === 'string'
      ? forbiddenParts(item, `${path}.${shown(key)}`)
      : []
  })
}

const EXPECTED = {
  forbidden_key: 'no such field',
  forbidden_number: 'the same words without that number',
} as const

export const refuseForbidden = (value: unknown, path: string): void => {
  const parts = forbiddenParts(value, path)
  if (parts.length === 0) return
  fail('invalid_request', {
    message:
      'Social Security numbers, card and bank account numbers and passwords must not be sent here. We stored nothing. Remove them from the listed fields and send the rest again.',
    fields: parts.slice(0, MOST_PROBLEMS).map(part => ({ ...part, expected: EXPECTED[part.code] })),
  })
}

export type Unrecognized = Record<string, unknown>

const MOST_KEYS = 32
const MOST_BYTES = 8 * 1024

export const mergeUnrecognized = (stored: Unrecognized, sent: ReadonlyMap<string, unknown>): Unrecognized =>
  mergeDeep(stored, Object.fromEntries(sent))

export const unrecognizedProblems = (kept: Unrecognized): FieldProblem[] => {
  const keys = Object.keys(kept)
  const bytes = Buffer.byteLength(JSON.stringify(kept))
  if (keys.length > MOST_KEYS)
    return [
      {
        path: '',
        code: 'too_much_unrecognized',
        expected: `at most ${MOST_KEYS} unknown keys, not ${keys.length}`,
      },
    ]
  if (bytes > MOST_BYTES)
    return [
      { path: '', code: 'too_much_unrecognized', expected: `at most ${MOST_BYTES} bytes of unknown keys` },
    ]
  return []
}

export const withoutUnder = (kept: Unrecognized, prefix: string): Unrecognized =>
  Object.fromEntries(Object.entries(kept).filter(([path]) => !path.startsWith(prefix)))
