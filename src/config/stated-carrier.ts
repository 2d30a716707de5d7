import type { CarrierSettings } from './carriers-file.ts'
import type { DeskCarrierSettings } from './desk-carriers.ts'

type Stated = { carriers: readonly CarrierSettings[]; deskCarriers: readonly DeskCarrierSettings[] }

/** The carrier's entry in CARRIERS_FILE. A demo carrier has none. */
export const statedCarrier = (
  { carriers, deskCarriers }: Stated,
  carrierId: string,
): CarrierSettings | DeskCarrierSettings | undefined =>
  [...carriers, ...deskCarriers].find(({ id }) => id === carrierId)
