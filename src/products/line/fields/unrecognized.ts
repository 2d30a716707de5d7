import type { FieldProblem } from '../../../platform/errors.ts'
import { mergeDeep } from './merge.ts'

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
