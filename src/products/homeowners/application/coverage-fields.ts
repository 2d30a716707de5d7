import {
  COVERAGES,
  type CoverageCode,
  type RoofSettlement,
} from '../../../agency/carriers/contract/coverages.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { choice, type Field, integer, money } from '../../line/fields/field.ts'

type CoverageFields = {
  [K in Exclude<CoverageCode, 'roof_settlement'>]: ReturnType<typeof money>
} & { roof_settlement: ReturnType<typeof choice<RoofSettlement>> }

const fieldOf = (code: CoverageCode): Field => {
  const { label, says, ...coverage } = COVERAGES[code]
  if (coverage.unit === 'words') return choice(label, says, { values: coverage.menu, rated: true })
  const { least: minimum, most: maximum, unit } = coverage
  return unit === 'dollars'
    ? money(label, says, { minimum, maximum, rated: true })
    : integer(label, `Percent. ${says}`, { minimum, maximum, rated: true })
}

/** What the person wants of each coverage. None is required: what is left out is the carrier's standard. */
export const coverageFields = Object.fromEntries(
  keysOf(COVERAGES).map(code => [code, fieldOf(code)]),
) as CoverageFields

export const coverageCodes = keysOf(COVERAGES)
