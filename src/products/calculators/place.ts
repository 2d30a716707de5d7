import { outsideTheStates, type Territory, territoryOf } from '../../agency/rating/territory.ts'
import { type FieldProblem, fail } from '../../platform/errors.ts'
import { readState } from '../line/fields/read-value.ts'

export const invalid = (problem: FieldProblem): never => fail('invalid_request', { fields: [problem] })

const inTheStates = 'a ZIP code in the 50 states or DC'

export const fiveDigits = (zip: string): string => zip.slice(0, 5)

export const knownState = (text: string, path: string): string => {
  const read = readState(text)
  return read.kind === 'refused' ? invalid({ path, ...read.refusal }) : read.value
}

export const knownTerritory = (zip: string, path: string): Territory => {
  const outside = outsideTheStates(zip)
  if (outside)
    return invalid({ path, code: 'place_not_served', facts: { place: outside }, expected: inTheStates })
  return territoryOf(zip) ?? invalid({ path, code: 'unknown_zip', expected: inTheStates })
}
