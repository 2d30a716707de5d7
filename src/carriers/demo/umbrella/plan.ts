import type { Workflow } from '../../umbrella/carrier.ts'
import type { Tiers } from '../../umbrella/household-class.ts'
import type { Underlying } from '../../umbrella/underlying-limits.ts'
import type { UmbrellaRates } from './rates.ts'

/** What a carrier takes on, beside the counts of its tiers. A limit that is not given does not bind. */
export type UmbrellaAppetite = {
  limitTo?: number
  /** Where it sells less than elsewhere. */
  limitToIn?: Readonly<Record<string, number>>
  /** At-fault accidents and moving violations together. */
  incidents?: number
  liabilityLoss?: false
  abroad?: false
}

/** A carrier as data. */
export type UmbrellaPlan = {
  id: string
  name: string
  states: readonly string[]
  workflow: Workflow
  underlying: Underlying
  tiers: Tiers
  rates: UmbrellaRates
  appetite: UmbrellaAppetite
}
