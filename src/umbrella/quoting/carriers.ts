import { configuredUmbrellaCarriers } from '../../carriers/configured.ts'
import { liveUmbrellaCarriers, sandboxUmbrellaCarriers } from '../../carriers/registry.ts'
import type { UmbrellaCarrier } from '../../carriers/umbrella/carrier.ts'
import { carriersOf } from '../../line/offers/carriers.ts'

export const umbrellaCarriers = carriersOf<UmbrellaCarrier>(app => ({
  live: liveUmbrellaCarriers(configuredUmbrellaCarriers(app)),
  sandbox: sandboxUmbrellaCarriers(),
}))
