import { configuredHomeCarriers } from '../../../agency/carriers/configured.ts'
import type { HomeCarrier } from '../../../agency/carriers/homeowners/carrier.ts'
import { liveHomeCarriers, sandboxHomeCarriers } from '../../../agency/carriers/registry.ts'
import { carriersOf } from '../../line/offers/carriers.ts'

export const homeCarriers = carriersOf<HomeCarrier>('homeowners', app => ({
  live: liveHomeCarriers({ configured: configuredHomeCarriers(app), demo: app.config.demoCarriers }),
  sandbox: sandboxHomeCarriers(),
}))
