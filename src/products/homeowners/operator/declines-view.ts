import { type Decline, isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import { type Order, ordersOf } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { blockedNotices } from '../../line/buying/tell-of-reports.ts'
import { refusedOffers, WITHDRAWN } from '../../line/offers/offer.ts'
import { listDeclines } from '../../line/offers/store.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type HomeOfferRow, homeCarriers } from '../quoting/offers.ts'

type Reason = Pick<Decline, 'reason_code' | 'reason'>

const TOLD_TO_HOMEOWNER: Reason = {
  reason_code: 'told_to_homeowner',
  reason: 'The carrier gives its reason only to the homeowner.',
}

const whyRefused = ({ offer_id }: HomeOfferRow, orders: readonly Order[]): Reason => {
  const order = orders.findLast(one => one.offer_id === offer_id)
  if (order?.answer?.kind !== 'blocked') return WITHDRAWN
  const { reason_code, reason } = order.answer
  return blockedNotices([order]).length > 0 ? TOLD_TO_HOMEOWNER : { reason_code, reason }
}

type ShownDecline = { carrier: string; property_id: string } & Reason

export const declinesOf = async (app: App, intake: HomeownersIntakeRecord): Promise<ShownDecline[]> => {
  const nameOf = homeCarriers.names(app, intake)
  const declines = await listDeclines(app.db, intake)
  return declines.map(({ carrier_id, item, ...reason }) => ({
    carrier: nameOf(carrier_id),
    property_id: item,
    ...(isAboutCredit(reason.reason_code) ? TOLD_TO_HOMEOWNER : reason),
  }))
}

export const refusalsOf = async (
  app: App,
  intake: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
): Promise<ShownDecline[]> => {
  const refused = refusedOffers(offers)
  if (refused.length === 0) return []
  const nameOf = homeCarriers.names(app, intake)
  const orders = await ordersOf(app, intake.uid)
  return refused.map(row => ({
    carrier: nameOf(row.carrier_id),
    property_id: row.item,
    ...whyRefused(row, orders),
  }))
}

export const isWithdrawn = ({ reason_code }: ShownDecline): boolean => reason_code === WITHDRAWN.reason_code
