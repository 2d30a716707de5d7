import type { Workflow } from '../../umbrella/carrier.ts'
import type { Tiers } from '../../umbrella/household-class.ts'
import type { UnderlyingLimits } from '../../umbrella/underlying-limits.ts'
import type { UmbrellaRates } from './rates.ts'

type UmbrellaAppetite = {
  limitTo?: number
  limitToIn?: Readonly<Record<string, number>>
  incidents?: number
  liabilityLoss?: false
  abroad?: false
}

export type DemoUmbrellaPlan = {
  id: string
  name: string
  states: readonly string[]
  workflow: Workflow
  underlying: UnderlyingLimits
  tiers: Tiers
  rates: UmbrellaRates
  appetite: UmbrellaAppetite
}
