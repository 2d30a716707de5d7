import type { UmbrellaCarrier } from '../../../agency/carriers/umbrella/carrier.ts'
import type { LicensedPlace } from '../../../platform/config/agency.ts'
import { carriersOf } from '../../line/offers/carriers.ts'
import type { Risk } from '../../line/stops/rule.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'

export const umbrellaCarriers = carriersOf<UmbrellaCarrier>('umbrella')

export const householdPlace = ({
  application: {
    household: { state = '', zip },
  },
}: Pick<UmbrellaIntakeRecord, 'application'>): Pick<Risk, 'state' | 'zip'> => ({ state, zip })

export const householdPlaces = ({ state }: { state?: string }): LicensedPlace[] =>
  state === undefined ? [] : [{ line: 'umbrella', state }]
