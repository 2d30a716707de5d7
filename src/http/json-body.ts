import { isUtf8 } from 'node:buffer'
import { fail } from '../errors.ts'

export const MAX_BODY_BYTES = 256 * 1024
export const MAX_DEPTH = 32

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const tooMuch = (): never =>
  fail('request_too_large', { message: 'Only the content of files may be large. Send less of the rest.' })

/** A quote ends the string unless an odd number of backslashes stands before it. Few strings hold many quotes. */
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

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

const readKey = (raw: string): string => {
  if (!raw.includes('\\')) return raw
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}

const noteKey = (keys: Set<string>, raw: string): void => {
  const key = readKey(raw)
  if (FORBIDDEN_KEYS.has(key))
    fail('invalid_request', { fields: [{ path: key, problem: 'is not a known field' }] })
  if (keys.has(key))
    fail('invalid_json', {
      message: `The key "${key.slice(0, 60)}" is given twice in one object. Send it once.`,
    })
  keys.add(key)
}

/**
 * Looks over the text before it is parsed: nesting, repeated keys and keys that reach for a prototype.
 * JSON.parse would keep the last of two equal keys, and a consent must not depend on which one a reader saw.
 * Where a large body is let in, it is for the sake of a few long strings: a million small values would take seconds.
 */
const inspect = (text: string): void => {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  let inValues = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (at - inValues > MAX_BODY_BYTES) tooMuch()
    if (character === QUOTE) {
      const end = stringEnd(text, at)
      const keys = open.at(-1)
      if (expectsKey && keys) noteKey(keys, text.slice(at + 1, end))
      else inValues += end - at
      expectsKey = false
      at = end
    } else if (character === OPEN_OBJECT || character === OPEN_ARRAY) {
      expectsKey = character === OPEN_OBJECT
      open.push(expectsKey ? new Set() : null)
      if (open.length > MAX_DEPTH)
        fail('invalid_json', { message: `The body is nested deeper than ${MAX_DEPTH} levels.` })
    } else if (character === CLOSE_OBJECT || character === CLOSE_ARRAY) {
      open.pop()
      expectsKey = false
    } else if (character === COMMA) {
      expectsKey = open.at(-1) != null
    }
  }
}

const BYTE_ORDER_MARK = 0xfeff

const decode = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) fail('invalid_json')
  const text = bytes.toString('utf8')
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
}

/** An empty body is an empty object: an operation without required fields takes either. */
export const parseJsonBody = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {}
  const text = decode(bytes)
  inspect(text)
  try {
    return JSON.parse(text)
  } catch {
    return fail('invalid_json')
  }
}
