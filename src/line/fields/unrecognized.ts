import type { FieldProblem } from '../../errors.ts'
import { mergeDeep } from './merge.ts'

export type Unrecognized = Record<string, unknown>

const MOST_KEYS = 32
const MOST_BYTES = 8 * 1024

/** Unknown keys are kept under their paths and named in the response, so nothing that was sent is lost. */
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

/** A new list of loans replaces the old one, including its unknown keys. */
export const withoutUnder = (kept: Unrecognized, prefix: string): Unrecognized =>
  Object.fromEntries(Object.entries(kept).filter(([path]) => !path.startsWith(prefix)))
