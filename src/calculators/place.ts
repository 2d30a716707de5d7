import { fail } from '../errors.ts'
import { outsideTheStates, type Territory, territoryOf } from '../rating/territory.ts'

export const invalid = (path: string, problem: string, expected: string): never =>
  fail('invalid_request', { fields: [{ path, problem, expected }] })

const inTheStates = 'a ZIP code in the 50 states or DC'

export const knownTerritory = (zip: string, path: string): Territory => {
  const outside = outsideTheStates(zip)
  if (outside) return invalid(path, `is in ${outside}, which these calculators don't cover`, inTheStates)
  return territoryOf(zip) ?? invalid(path, 'is not a known ZIP code', inTheStates)
}
