import { configuredCarriers } from '../../carriers/configured.ts'
import type { HomeCarrier } from '../../carriers/homeowners/carrier.ts'
import { liveHomeCarriers, sandboxHomeCarriers } from '../../carriers/registry.ts'
import { carriersOf } from '../../line/offers/carriers.ts'

export const homeCarriers = carriersOf<HomeCarrier>(app => ({
  live: liveHomeCarriers(configuredCarriers(app)),
  sandbox: sandboxHomeCarriers(),
}))
