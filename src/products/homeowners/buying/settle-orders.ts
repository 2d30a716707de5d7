import type { BindAnswer } from '../../../agency/carriers/contract/bind.ts'
import type { HomeCarrier } from '../../../agency/carriers/homeowners/carrier.ts'
import { isOpen, lastForEachItem } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { bindingOf } from '../../line/buying/binding.ts'
import type { Settled } from '../../line/buying/binding-line.ts'
import { releaseProperties } from '../../line/buying/one-purchase-per-property.ts'
import { invoiceNotice } from '../../line/buying/payment-job.ts'
import { settleMoney } from '../../line/buying/settle-money.ts'
import { blockedNotices } from '../../line/buying/tell-of-reports.ts'
import { newPriceIn } from '../../line/offers/offer-events.ts'
import { writeFollowUp } from '../../line/record/notes.ts'
import { BINDING_STOP } from '../../line/stops/stops.ts'
import { type Application, type Home, isInsured } from '../application/application.ts'
import type { HomeownersEvent, HomeownersStatus } from '../application/lifecycle.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { homeownersIntakes } from '../intake/writer.ts'
import { tellHomeowner, tellHomeownerOfReports } from '../quoting/notify.ts'
import { homeCarriers, homeOffers } from '../quoting/offers.ts'
import { refuseHomeOffer, repriceHomeOffer } from '../quoting/quote-job.ts'
import { homeAmongSeveral, tellBound, tellHeld, tellOrderLate, tellRepriced } from './notify.ts'
import { HOMEOWNERS_PAYMENT } from './payment.ts'
import { hasHomesToInsure } from './selection-rules.ts'

const withPolicies = (homes: readonly Home[], issued: Settled['issued']): Home[] =>
  homes.map(home => {
    const policy = issued.find(({ order }) => order.item === home.property_id)
    return policy ? { ...home, policy_id: policy.facts.policy_id } : home
  })

/** A home that is refused or repriced is chosen again, and the other policies stay. A question keeps the selection. */
const eventOf = (
  kinds: readonly BindAnswer['kind'][],
  { homes, canChoose, isWaiting }: { homes: readonly Home[]; canChoose: boolean; isWaiting: boolean },
): HomeownersEvent => {
  if (isWaiting) return 'bind_part'
  if (kinds.every(kind => kind === 'bound')) return canChoose ? 'bind_some' : 'bind'
  if (!kinds.includes('blocked') && !kinds.includes('price_changed')) return 'bind_info_requested'
  const isDone = homes.some(isInsured) && !canChoose && !kinds.includes('info_requested')
  return isDone ? 'bind' : 'bind_refused'
}

/** Carriers can answer days apart, so earlier answers count when the last one arrives. */
const signedWith = (orders: Settled['orders'], all: Settled['all']) => {
  const signatures = orders.map(({ signature_id }) => signature_id)
  return lastForEachItem(all.filter(({ signature_id }) => signatures.includes(signature_id)))
}

const isStopped = (answer: BindAnswer): boolean =>
  answer.kind === 'blocked' && answer.reason_code === BINDING_STOP

/** An offer that a binding stop held back can be signed again once the stop is over. */
const endOffers = async (
  app: App,
  intake: HomeownersIntakeRecord,
  orders: Settled['orders'],
): Promise<void> => {
  for (const { answer, offer_id } of orders) {
    const isRefused = answer.kind === 'blocked' && !isStopped(answer)
    if (!isRefused && answer.kind !== 'price_changed') continue
    const [old] = await homeOffers.find(app.db, intake.uid, [offer_id])
    if (!old) continue
    if (answer.kind === 'price_changed') await repriceHomeOffer(app, intake, old, newPriceIn(answer))
    else await refuseHomeOffer(app, intake, old)
  }
}

const ordersOutcome = async (app: App, intake: HomeownersIntakeRecord, { orders, issued, all }: Settled) => {
  await endOffers(app, intake, orders)
  const notBound = orders.filter(({ answer }) => answer.kind !== 'bound').map(({ item }) => item)
  await releaseProperties(app, intake.uid, notBound)
  const homes = withPolicies(intake.application.homes, issued)
  const current = await homeOffers.list(app.db, intake)
  const canChoose = hasHomesToInsure({ homes, current, now: app.clock.now() })
  const signed = signedWith(orders, all)
  const event = eventOf(
    signed.flatMap(({ answer }) => (answer ? [answer.kind] : [])),
    { homes, canChoose, isWaiting: signed.some(isOpen) },
  )
  const { start_date, ...application } = intake.application
  const isIssued = event === 'bind' || event === 'bind_some'
  return {
    change: { application: { ...application, ...(start_date && !isIssued && { start_date }), homes } },
    event,
    facts: {
      orders: orders.map(({ order_id, answer }) => `${order_id} ${answer.kind}`),
      policies: issued.map(({ facts }) => facts.policy_id),
    },
  }
}

const noteQuestions = async (
  app: App,
  { uid, sandbox }: HomeownersIntakeRecord,
  orders: Settled['orders'],
): Promise<void> => {
  if (sandbox) return
  for (const { answer, terms } of orders) {
    if (answer.kind !== 'info_requested') continue
    const words = `${terms.carrier} asks something before it issues the policy for ${terms.location.lines.join(', ')}: “${answer.reason}” Get the answer from the homeowner and tell the carrier. Then the homeowner signs again.`
    await writeFollowUp(app, { uid, words })
  }
}

const tellOutcome = async (app: App, intake: HomeownersIntakeRecord, settled: Settled): Promise<void> => {
  const { orders, issued } = settled
  const money = await settleMoney(app, { intake, settled, then_job: HOMEOWNERS_PAYMENT, keepsHold: false })
  if (money.invoice) await tellHomeowner(app, intake, invoiceNotice(money.invoice))
  await tellBound(
    app,
    intake,
    issued.map(({ facts }) => facts),
  )
  await tellHeld(
    app,
    intake,
    orders.flatMap(({ answer, terms }) =>
      answer.kind === 'bound' || answer.kind === 'price_changed'
        ? []
        : [
            {
              carrier: terms.carrier,
              kind: answer.kind,
              ...(answer.kind === 'blocked' && isStopped(answer) && { stopped: answer.reason }),
              ...homeAmongSeveral(intake, terms),
            },
          ],
    ),
    money,
  )
  await noteQuestions(app, intake, orders)
  for (const order of orders) await tellRepriced(app, intake, order, money)
  await tellHomeownerOfReports(app, intake, blockedNotices(orders))
}

type Kinds = {
  status: HomeownersStatus
  event: HomeownersEvent
  application: Application
  carrier: HomeCarrier
}

export const {
  job: bindHomeowners,
  watchJob: watchHomeOrders,
  takeLateBindAnswer: takeLateHomeBindAnswer,
  openOrderFor: openHomeOrderFor,
  orderFiled: homeOrderFiled,
} = bindingOf<Kinds>({
  intakes: homeownersIntakes,
  jobName: 'bind_homeowners',
  carriers: homeCarriers,
  outcome: ordersOutcome,
  onSettled: tellOutcome,
  onLate: tellOrderLate,
})
