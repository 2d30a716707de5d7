import type { LicensedPlace } from '../../../../platform/config/agency.ts'
import { carriersOf } from '../../offers/carriers.ts'
import type { Risk } from '../../stops/rule.ts'
import type { Application } from '../application/application.ts'
import { lineOf, type OfLine, perLine, type ReviewedCarrier } from '../reviewed-line.ts'

type Placed = { application: Pick<Application, 'household'> }

export const carriersIn = perLine(({ name }) => carriersOf<ReviewedCarrier>(name))

export const householdPlace = ({
  application: {
    household: { state = '', zip },
  },
}: Placed): Pick<Risk, 'state' | 'zip'> => ({ state, zip })

export const placesOf = (intake: OfLine & Placed): LicensedPlace[] => {
  const { state } = intake.application.household
  return state === undefined ? [] : [{ line: lineOf(intake).name, state }]
}
