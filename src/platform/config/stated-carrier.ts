import type { CarrierSettings } from './carriers-file.ts'
import type { DeskCarrierSettings } from './desk-carriers.ts'

type Stated = { carriers: readonly CarrierSettings[]; deskCarriers: readonly DeskCarrierSettings[] }

export const statedCarrier = (
  { carriers, deskCarriers }: Stated,
  carrierId: string,
): CarrierSettings | DeskCarrierSettings | undefined =>
  [...carriers, ...deskCarriers].find(({ id }) => id === carrierId)
