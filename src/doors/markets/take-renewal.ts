import { type CarrierEvent, readRenewal } from '../../agency/carriers/events/event.ts'
import { areLimitsOf } from '../../agency/policies/life/limits.ts'
import { expiresOn } from '../../agency/policies/life/policy-end.ts'
import { onlyDetails, type Renewal } from '../../agency/policies/life/renewals.ts'
import type { Policy } from '../../agency/policies/policies.ts'
import type { App } from '../../platform/app.ts'
import type { LineName } from '../../platform/lines.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import { priceWords } from '../../products/line/aftersale/price-move.ts'
import { completeRenewal } from '../../products/line/aftersale/renewal-details.ts'
import {
  offerRenewal,
  openRenewal,
  renewPolicy,
  type Settling,
} from '../../products/line/aftersale/renewals.ts'
import { policyToday } from '../../products/line/aftersale/shown-life.ts'
import { refused, type Taking } from '../../products/line/offers/late-answer.ts'
import { writeFollowUp } from '../../products/line/record/notes.ts'
import { lines } from '../../products/lines.ts'
import { type OrderEvent, policyOrdered } from './take-policy-event.ts'

type About = { uid: string; line: LineName; carrier_id: string; actor: string }

export const leaveFollowUp = async (
  app: App,
  { uid, line, carrier_id, actor }: About,
  { event, words }: { event: string; words(carrier: string): string },
): Promise<void> => {
  const name = app.config.carriers.find(({ id }) => id === carrier_id)?.name ?? carrier_id
  const note_id = await writeFollowUp(app, { uid, words: words(name) })
  const facts = { carrier: carrier_id, note_id }
  await lines[line].markets.noteEvent(app, { uid, event, facts, actor })
}

type Terms = Exclude<NonNullable<ReturnType<typeof readRenewal>>, 'none'>

const termsWords = (until: string, price: number): string =>
  ` until ${dayWords(until)} for ${priceWords(price)}`

const shownAs = ({ end }: Policy, renewed?: Renewal): string => {
  if (end !== null) return 'canceled'
  if (!renewed?.period_to || renewed.annual_price === null) return 'not renewed'
  return `renewed${termsWords(renewed.period_to, renewed.annual_price)}`
}

const nextFor = ({ end }: Policy, renewed?: Renewal): string => {
  if (end !== null)
    return 'If the policy continues after all, an admin records that under “Cancellation and refund”.'
  return renewed
    ? 'A price or end that is recorded can’t be changed here. If the carrier’s new terms count, tell the customer. Turn off the links for lenders, because they show the old terms.'
    : 'If it renews the policy after all, choose “The carrier looks again at the renewal” on the customer’s page.'
}

/** The record stands. But the carrier's terms differ from what we show, so staff call the carrier. */
const refuseOtherwise = async (
  app: App,
  { uid, line, carrier_id, actor }: OrderEvent,
  { type, terms, policy, renewed }: { type: string; terms?: Terms; policy: Policy; renewed?: Renewal },
): Promise<Taking> => {
  const did = type === 'policy.renewed' ? 'says that it renewed' : 'offers to renew'
  const stated = terms ? termsWords(terms.expiration_date, terms.annual_price) : ''
  await leaveFollowUp(
    app,
    { uid, line, carrier_id, actor },
    {
      event: 'other_renewal_answer',
      words: name =>
        `${name} ${did} policy ${policy.policy_number}${stated}. Here it is recorded as ${shownAs(policy, renewed)}. We kept that and told no one. Call the carrier. ${nextFor(policy, renewed)}`,
    },
  )
  return refused('already_answered')
}

/** Without terms, staff ask for them. A late repetition must not open the renewal of the year after. */
const takeNotice = async (
  app: App,
  policy: Policy,
  { settling, from }: { settling: Settling; from: unknown },
): Promise<Taking> => {
  const today = policyToday(policy, app.clock.now())
  const isAhead = policy.renewals.some(({ status, due_on }) => status === 'renewed' && due_on > today)
  if (isAhead || (from !== undefined && from !== expiresOn(policy))) return { taken: true, repeated: true }
  await openRenewal(app, policy, settling)
  return { taken: true, repeated: false }
}

type Stated = { type: string; terms: Terms; policy: Policy; settling: Settling }

const takeTermsOfRenewed = async (
  app: App,
  about: OrderEvent,
  { type, terms, policy, settling, renewed }: Stated & { renewed: Renewal },
): Promise<Taking> => {
  if (type !== 'policy.renewed') return { taken: true, repeated: true }
  const { annual_price, period_to, renewal_id } = renewed
  const isSame = annual_price === terms.annual_price && period_to === terms.expiration_date
  const completed = isSame
    ? await completeRenewal(app, policy, { ...settling, renewal_id, details: onlyDetails(terms) })
    : 'too_late'
  return completed === 'too_late'
    ? refuseOtherwise(app, about, { type, terms, policy, renewed })
    : { taken: true, repeated: completed === 'repeated' }
}

/** The period must follow the one that ends, so that a late repetition is not taken for the next offer. */
const takeNextPeriod = async (
  app: App,
  about: OrderEvent,
  { type, terms, policy, settling }: Stated,
): Promise<Taking> => {
  const { effective_date, expiration_date: period_to, annual_price, reasons = [], valid_until = null } = terms
  if (effective_date !== expiresOn(policy)) return refused('invalid_answer', 'not_the_end_of_the_policy')
  if (type !== 'policy.renewed' && valid_until !== null && valid_until < policyToday(policy, app.clock.now()))
    return refused('invalid_answer', 'expired_offer')
  const offered = { annual_price, period_to, valid_until, reasons, ...onlyDetails(terms) }
  const result =
    type === 'policy.renewed'
      ? await renewPolicy(app, policy, { ...settling, terms: offered, reopens: true })
      : await offerRenewal(app, policy, { ...settling, terms: offered })
  return result === 'too_late'
    ? refuseOtherwise(app, about, { type, terms, policy })
    : { taken: true, repeated: result === 'repeated' }
}

export const takeRenewal = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const line = lines[about.line]
  const { type, data } = event
  const terms = readRenewal(event)
  if (!terms) return refused('invalid_answer', 'not_a_renewal')
  const policy = await policyOrdered(app, about)
  if (typeof policy === 'string') return refused(policy)
  const settling = { line, actor: about.actor }
  if (terms === 'none')
    return policy.end === null
      ? takeNotice(app, policy, { settling, from: data.effective_date })
      : refuseOtherwise(app, about, { type, policy })
  if (!areLimitsOf(line.limits, onlyDetails(terms)))
    return refused('invalid_answer', 'not_a_limit_of_this_line')
  const stated = { type, terms, policy, settling }
  const renewed = policy.renewals.find(
    ({ status, due_on }) => status === 'renewed' && due_on === terms.effective_date,
  )
  return renewed ? takeTermsOfRenewed(app, about, { ...stated, renewed }) : takeNextPeriod(app, about, stated)
}
