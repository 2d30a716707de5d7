import { configuredUmbrellaCarriers } from '../../../agency/carriers/configured.ts'
import { liveUmbrellaCarriers, sandboxUmbrellaCarriers } from '../../../agency/carriers/registry.ts'
import type { UmbrellaCarrier } from '../../../agency/carriers/umbrella/carrier.ts'
import type { LicensedPlace } from '../../../platform/config/agency.ts'
import { carriersOf } from '../../line/offers/carriers.ts'
import type { Risk } from '../../line/stops/rule.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'

export const umbrellaCarriers = carriersOf<UmbrellaCarrier>('umbrella', app => ({
  live: liveUmbrellaCarriers({ configured: configuredUmbrellaCarriers(app), demo: app.config.demoCarriers }),
  sandbox: sandboxUmbrellaCarriers(),
}))

export const householdPlace = ({
  application: {
    household: { state = '', zip },
  },
}: Pick<UmbrellaIntakeRecord, 'application'>): Pick<Risk, 'state' | 'zip'> => ({ state, zip })

export const householdPlaces = ({ state }: { state?: string }): LicensedPlace[] =>
  state === undefined ? [] : [{ line: 'umbrella', state }]
