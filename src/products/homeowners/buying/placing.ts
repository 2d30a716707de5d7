import { isOpen, lastForEachItem, ordersOf } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeCarriers, homeOffers } from '../quoting/offers.ts'
import { selectedOffers } from './signing.ts'

type CarrierRequest = { carrier: string; property_id: string; reason: string }

type PlacedOrder = { carrier: string; byStaff: boolean }

export type Placing = {
  open: readonly PlacedOrder[]
  asked: readonly CarrierRequest[]
}

export const staffPlaces = (app: App, intake: HomeownersIntakeRecord): ((carrierId: string) => boolean) => {
  const desk = homeCarriers.all(app, intake).flatMap(({ id, kind }) => (kind === 'desk' ? [id] : []))
  return carrierId => desk.includes(carrierId)
}

export const placingOf = async (app: App, intake: HomeownersIntakeRecord): Promise<Placing> => {
  if (intake.status !== 'selected') return { open: [], asked: [] }
  const orders = await ordersOf(app, intake.uid)
  if (orders.length === 0) return { open: [], asked: [] }
  const byStaff = staffPlaces(app, intake)
  const open = orders.filter(isOpen).map(({ carrier_id, terms: { carrier } }) => ({
    carrier,
    byStaff: byStaff(carrier_id),
  }))
  if (open.length > 0) return { open, asked: [] }
  const chosen = selectedOffers(intake.application, await homeOffers.list(app.db, intake))
  const asked = lastForEachItem(orders).flatMap(({ answer, offer_id, item, terms: { carrier } }) =>
    answer?.kind === 'info_requested' && chosen.some(row => row.offer_id === offer_id)
      ? [{ carrier, property_id: item, reason: answer.reason }]
      : [],
  )
  return { open, asked }
}
