import { isAscii, isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { Failure, fail } from '../errors.ts'
import { refuseUnstorable } from './unstorable-text.ts'

export const MAX_BODY_BYTES = 256 * 1024
const MAX_DEPTH = 32
const MOST_VALUES = 10_000
const STEP = 2 ** 20

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const tooMuch = (): never =>
  fail('request_too_large', { message: 'Only the content of files may be large. Send less of the rest.' })

export const tooManyValues = (count: number): Failure | null =>
  count > MOST_VALUES
    ? new Failure('request_too_large', {
        message: `The body has more than ${MOST_VALUES} values. Send fewer.`,
      })
    : null

const stringEnd = (text: string, start: number): number => {
  let from = start + 1
  for (let quotes = 0; quotes < MAX_BODY_BYTES; quotes++) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return text.length
    let before = quote
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before--
    if ((quote - before) % 2 === 0) return quote
    from = quote + 1
  }
  return tooMuch()
}

type Seen = { keys: number; long: { from: number; to: number }[] }

/** Outside strings, every colon in JSON follows a key. */
const inspect = (text: string): Seen => {
  const long: Seen['long'] = []
  let keys = 0
  let commas = 0
  let depth = 0
  let lastString = 0
  let inStrings = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (at - inStrings > MAX_BODY_BYTES) tooMuch()
    if (character === QUOTE) {
      const end = stringEnd(text, at)
      lastString = end - at
      inStrings += lastString
      if (lastString > STEP) long.push({ from: at, to: end + 1 })
      at = end
    } else if (character === COMMA) {
      const tooMany = tooManyValues(++commas + 1)
      if (tooMany) throw tooMany
    } else if (character === COLON) {
      keys++
      inStrings -= lastString
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      if (++depth > MAX_DEPTH)
        fail('invalid_json', { message: `The body is nested deeper than ${MAX_DEPTH} levels.` })
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) depth--
  }
  return { keys, long }
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const eachKey = (value: unknown, note: (key: string) => void): void => {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const one of value) eachKey(one, note)
    return
  }
  for (const key in value) {
    if (FORBIDDEN_KEYS.has(key)) fail('invalid_request', { fields: [{ path: key, code: 'unknown_field' }] })
    note(key)
    eachKey((value as Record<string, unknown>)[key], note)
  }
}

const repeatedKey = (text: string, value: unknown): string => {
  const left = new Map<string, number>()
  eachKey(value, key => left.set(key, (left.get(key) ?? 0) + 1))
  const colon = /\s*:/y
  for (let at = text.indexOf('"'), end = 0; at !== -1; at = text.indexOf('"', end)) {
    end = stringEnd(text, at) + 1
    colon.lastIndex = end
    if (!colon.test(text)) continue
    const key = JSON.parse(text.slice(at, end)) as string
    const times = left.get(key) ?? 0
    if (times === 0) return key
    left.set(key, times - 1)
  }
  return ''
}

const refuseRepeatedKeys = (text: string, value: unknown, written: number): void => {
  let kept = 0
  eachKey(value, () => kept++)
  if (kept === written) return
  const key = repeatedKey(text, value).slice(0, 60)
  fail('invalid_json', { message: `The key "${key}" is given twice in one object. Send it once.` })
}

const BYTE_ORDER_MARK = 0xfeff

const decode = (bytes: Buffer): string => {
  // Decoding ASCII as latin1 gives the same text in half the time.
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (!isUtf8(bytes)) fail('invalid_json')
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

const parse = (text: string, reviver?: (key: string, value: unknown) => unknown): unknown => {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return fail('invalid_json')
  }
}

const check = (text: string, value: unknown, keys: number): unknown => {
  refuseRepeatedKeys(text, value, keys)
  refuseUnstorable(text, value)
  return value
}

export const parseJsonBody = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {}
  const text = decode(bytes)
  const { keys } = inspect(text)
  return check(text, parse(text), keys)
}

/** Base64 is ASCII. A file of other characters would take ten times as long to read. */
const refuseOtherThanFiles = (bytes: Buffer): void => {
  if (isAscii(bytes)) return
  let others = 0
  for (const byte of bytes) if (byte > 127 && ++others > MAX_BODY_BYTES) tooMuch()
}

/** Some writers escape each slash, which is one in 64 characters of base64. */
const refuseEscapes = async (bytes: Buffer): Promise<void> => {
  if (!bytes.includes(BACKSLASH)) return
  const most = MAX_BODY_BYTES + bytes.length / 16
  let escapes = 0
  for (let from = 0; from < bytes.length; from += STEP) {
    for (const byte of bytes.subarray(from, from + STEP))
      if (byte === BACKSLASH && ++escapes > most) tooMuch()
    await letOthersRun()
  }
}

const parseInSteps = async (text: string, long: Seen['long']): Promise<unknown> => {
  const place = randomUUID()
  const strings = new Map<unknown, unknown>()
  let rest = ''
  let done = 0
  for (const { from, to } of long) {
    rest += `${text.slice(done, from)}"${place}${from}"`
    strings.set(`${place}${from}`, parse(text.slice(from, to)))
    done = to
    await letOthersRun()
  }
  return parse(rest + text.slice(done), (_key, value) => strings.get(value) ?? value)
}

export const parseLargeJsonBody = async (bytes: Buffer): Promise<unknown> => {
  refuseOtherThanFiles(bytes)
  await letOthersRun()
  await refuseEscapes(bytes)
  const text = decode(bytes)
  await letOthersRun()
  const { keys, long } = inspect(text)
  await letOthersRun()
  const value = await parseInSteps(text, long)
  await letOthersRun()
  return check(text, value, keys)
}
