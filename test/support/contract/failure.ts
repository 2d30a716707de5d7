import { Failure } from '../../../src/platform/errors.ts'

/** What it is refused with. */
export const failureOf = (act: () => unknown): Failure => {
  try {
    act()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('It was not refused.')
}
