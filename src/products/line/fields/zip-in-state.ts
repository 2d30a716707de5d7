import { territoryOf } from '../../../agency/rating/territory.ts'
import type { FieldProblem } from '../../../platform/errors.ts'
import { stateName } from '../../../platform/values/us-states.ts'

const named = (code: string): string => `${stateName(code)} (${code})`

export const zipOutsideState = ({
  zip,
  state,
}: {
  zip?: string
  state?: string
}): (FieldProblem & { path: 'zip' }) | null => {
  const actual = zip === undefined ? undefined : territoryOf(zip)?.state
  if (actual === undefined || state === undefined || actual === state) return null
  return {
    path: 'zip',
    code: 'zip_not_in_state',
    facts: { actual: named(actual), state: named(state) },
    expected: 'a ZIP code in the state, or the state of the ZIP code',
  }
}
