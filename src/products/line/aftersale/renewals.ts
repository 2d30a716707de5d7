import { isDeepStrictEqual } from 'node:util'
import {
  notRenewedEmail,
  policyRenewedEmail,
  renewalDueEmail,
  renewalOfferedEmail,
  renewalReopenedEmail,
} from '../../../agency/emails/buying/renewal.ts'
import { expectCommission } from '../../../agency/policies/direct-commission.ts'
import { recordVersion } from '../../../agency/policies/keep-versions.ts'
import { expiresOn, hasEnded, RENEWAL_DAYS_AHEAD } from '../../../agency/policies/life/policy-end.ts'
import {
  isOpenRenewal,
  keepRenewal,
  mergedDetails,
  type OfferedTerms,
  onlyDetails,
  type Renewal,
  type RenewalDetails,
  recordRenewal,
  reopenRenewal,
} from '../../../agency/policies/life/renewals.ts'
import { type Policy, policiesOf, policyOf } from '../../../agency/policies/policies.ts'
import { carrierOfPolicy } from '../../../agency/policies/store.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import { termsRenewed } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { dayWords, plusDays, plusYears } from '../../../platform/values/calendar.ts'
import { lockIntakeRow } from '../record/store.ts'
import type { AfterSale, RenewalResult } from './after-sale.ts'
import { closeRequests } from './end-policy.ts'
import { priceMove } from './price-move.ts'
import { fileNumber, newNumberIn, paidFactsOf } from './renewal-details.ts'
import { policyToday, priceNow } from './shown-life.ts'

/** Takes the lock of the application, so decisions rest on the recorded state. Null: the policy was canceled. */
const lockLive = async (app: App, { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>) => {
  assertTransaction(app)
  await lockIntakeRow(app.db, uid)
  const policy = await policyOf(app, { uid, policy_id })
  return policy && policy.end === null ? policy : null
}

const PRICE_RISE = 1.05

const sandboxRenewal = ({ due_on, annual_price }: { due_on: string; annual_price: number }) => ({
  annual_price: Math.round(annual_price * PRICE_RISE),
  period_to: plusYears(due_on, 1),
  valid_until: due_on,
  reasons: ['Sandbox, invented: claims cost more than a year ago.'],
})

export type Settling = { line: AfterSale; actor: string }

const reopenedOf = async (
  app: App,
  { policy, renewal }: { policy: Policy; renewal: Renewal },
  settling: Settling,
): Promise<Renewal | null> => {
  if (!(await reopenRenewal(app, renewal, settling.actor))) return null
  await noteRenewal(app, settling, { event: 'renewal_reopened', policy, renewal })
  const { answer: _, ...reopened } = renewal
  return { ...reopened, status: 'due', reasons: [], annual_price: null, period_to: null, valid_until: null }
}

const openedFor = async (
  app: App,
  policy: Policy,
  { reopens = false, ...settling }: Settling & { reopens?: boolean },
): Promise<Renewal | null> => {
  const last = policy.renewals.at(-1)
  if (last?.due_on === expiresOn(policy)) {
    if (isOpenRenewal(last)) return last
    return reopens ? reopenedOf(app, { policy, renewal: last }, settling) : null
  }
  const { uid, policy_id } = policy
  return keepRenewal(app, { uid, policy_id, due_on: expiresOn(policy) }, settling.actor)
}

const renewalEmailFacts = (app: App, { carrier, policy_number }: Policy, { due_on }: Renewal) => ({
  carrier,
  policy_number,
  due_on,
  contact: contactWords(app.config.agency),
})

const noteRenewal = (
  app: App,
  { line, actor }: Settling,
  { event, policy, renewal }: { event: string; policy: Policy; renewal: Renewal },
): Promise<void> =>
  line.markets.noteEvent(app, {
    uid: policy.uid,
    event,
    facts: { policy_id: policy.policy_id, renewal_id: renewal.renewal_id, due_on: renewal.due_on },
    actor,
    stateAgain: [policy.item],
  })

export const openRenewal = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  settling: Settling,
): Promise<void> => {
  const policy = await lockLive(app, about)
  if (!policy || hasEnded(policy, app.clock.now())) return
  const { uid, policy_id } = policy
  const renewal = await keepRenewal(app, { uid, policy_id, due_on: expiresOn(policy) }, settling.actor)
  if (!renewal) return
  await noteRenewal(app, settling, { event: 'renewal_due', policy, renewal })
  await settling.line.tell(app, uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      renewalDueEmail(to, {
        firstName,
        ...renewalEmailFacts(app, policy, renewal),
        underlying: settling.line.limits.underlying(policy),
      }),
  })
}

const isSame = (before: Renewal, terms: OfferedTerms): boolean =>
  before.status === 'offered' &&
  before.annual_price === terms.annual_price &&
  before.period_to === terms.period_to &&
  before.valid_until === terms.valid_until &&
  before.reasons.join('\n') === terms.reasons.join('\n') &&
  isDeepStrictEqual(onlyDetails(before), onlyDetails(terms))

export const OFFER_CHANGED = 'The insurance company changed its offer. See the new one.'

/** Other terms than before end an acceptance of the earlier ones: the insured must agree to the new price. */
export const offerRenewal = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { terms, ...settling }: Settling & { terms: OfferedTerms },
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const renewal = policy && (await openedFor(app, policy, settling))
  if (!renewal) return 'too_late'
  if (isSame(renewal, terms)) return 'repeated'
  const { uid } = policy
  const { line, actor } = settling
  await recordRenewal(app, renewal, { outcome: { status: 'offered', ...terms }, by: actor })
  await closeRequests(app, policy, { kind: 'renewal', status: 'declined', answer: OFFER_CHANGED, actor })
  await noteRenewal(app, settling, { event: 'renewal_offered', policy, renewal })
  const before = priceNow(policy, app.clock.now())
  await line.tell(app, uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      renewalOfferedEmail(to, {
        firstName,
        ...renewalEmailFacts(app, policy, renewal),
        ...terms,
        paid: paidFactsOf(policy, terms),
        price: priceMove(before, terms.annual_price),
        underlying: line.limits.underlying(policy),
        link: line.page(app, uid),
        isOver: hasEnded(policy, app.clock.now()),
      }),
  })
  return 'recorded'
}

/** Renewed at the offered price and term: details that the carrier does not repeat come from the offer. */
const withOffered = (offered: Renewal, terms: OfferedTerms): OfferedTerms => {
  if (offered.annual_price !== terms.annual_price || offered.period_to !== terms.period_to) return terms
  const { annual_price, period_to } = terms
  return {
    ...mergedDetails(offered, terms),
    annual_price,
    period_to,
    valid_until: terms.valid_until ?? offered.valid_until,
    reasons: terms.reasons.length > 0 ? terms.reasons : offered.reasons,
  }
}

type Renewing = Pick<OfferedTerms, 'annual_price'> & { due_on: string; bill_to: string | undefined }

const expectRenewed = async (
  app: App,
  { uid, policy_id, sandbox }: Policy,
  { annual_price, bill_to, due_on }: Renewing,
): Promise<void> => {
  const carrier_id = await carrierOfPolicy(app.db, policy_id)
  if (bill_to === undefined || bill_to === 'insured' || carrier_id === undefined) return
  const about = { uid, policy_id, carrier_id, sandbox, period: due_on, cause: `${policy_id}/${due_on}` }
  await expectCommission(app, about, annual_price * 100)
}

type SeenTerms = Pick<OfferedTerms, 'annual_price' | 'period_to'>

type Renewed = Settling & {
  terms?: OfferedTerms
  seen?: SeenTerms
  details?: RenewalDetails
  reopens?: boolean
}

/** Only when the carrier says so. `terms`: what it renewed, if not offered before. `seen`: the offer as staff read it. */
export const renewPolicy = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { terms, seen, details = {}, reopens = false, ...settling }: Renewed,
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const opened = policy && (await openedFor(app, policy, { ...settling, reopens }))
  if (!opened) return 'too_late'
  const { line, actor } = settling
  const said = terms && withOffered(opened, terms)
  if (said && !isSame(opened, said))
    await recordRenewal(app, opened, { outcome: { status: 'offered', ...said }, by: actor })
  const { annual_price, period_to, reasons } = said ?? opened
  if (annual_price === null || period_to === null) return 'too_late'
  if (seen && (seen.annual_price !== annual_price || seen.period_to !== period_to)) return 'too_late'
  const stated = mergedDetails(said ?? opened, details)
  await recordRenewal(app, { ...opened, reasons }, { outcome: { status: 'renewed', ...stated }, by: actor })
  const { due_on } = opened
  const renewed = { ...stated, due_on, period_to, annual_price }
  await recordVersion(app, policy, {
    basis: 'renewal',
    effective_from: due_on,
    change: before => termsRenewed(before, renewed, stateOf(policy)),
    by: actor,
  })
  await fileNumber(app, policy, stated)
  await expectRenewed(app, policy, { ...renewed, bill_to: stated.bill_to ?? policy.billing?.bill_to })
  const answer = `Renewed until ${dayWords(period_to)}.`
  await closeRequests(app, policy, { kind: 'renewal', status: 'done', answer, actor })
  await noteRenewal(app, settling, { event: 'policy_renewed', policy, renewal: opened })
  const before = priceNow(policy, app.clock.now())
  await line.tell(app, policy.uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      policyRenewedEmail(to, {
        firstName,
        ...renewalEmailFacts(app, policy, opened),
        period_to,
        reasons,
        new_number: newNumberIn(policy, stated),
        paid: paidFactsOf(policy, stated),
        price: priceMove(before, annual_price),
      }),
  })
  return 'recorded'
}

export const refuseRenewal = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { answer, ...settling }: Settling & { answer: string },
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const renewal = policy?.renewals.at(-1)
  if (!policy || !renewal || !isOpenRenewal(renewal)) return 'too_late'
  const { line, actor } = settling
  await recordRenewal(app, renewal, { outcome: { status: 'not_renewed', answer }, by: actor })
  await closeRequests(app, policy, { kind: 'renewal', status: 'declined', answer, actor })
  await noteRenewal(app, settling, { event: 'policy_not_renewed', policy, renewal })
  await line.tell(app, policy.uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      notRenewedEmail(to, {
        firstName,
        ...renewalEmailFacts(app, policy, renewal),
        answer,
        isHome: policy.form !== null,
      }),
  })
  return 'recorded'
}

export const rehearseRenewals = async (app: App, uid: string, line: AfterSale): Promise<void> => {
  const now = app.clock.now()
  for (const policy of await policiesOf(app, uid)) {
    const due_on = expiresOn(policy)
    const isNear = policyToday(policy, now) >= plusDays(due_on, -RENEWAL_DAYS_AHEAD)
    if (!policy.sandbox || !isNear || hasEnded(policy, now)) continue
    if (policy.renewals.at(-1)?.due_on === due_on) continue
    const terms = sandboxRenewal({ due_on, annual_price: priceNow(policy, now) })
    await offerRenewal(app, policy, { terms, line, actor: 'service' })
  }
}

type Reopening = Settling & { renewal_id: string; answer: string }

export const lookAgain = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { renewal_id, answer, ...settling }: Reopening,
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const renewal = policy?.renewals.at(-1)
  if (!policy || renewal?.renewal_id !== renewal_id) return 'too_late'
  if (!(await reopenedOf(app, { policy, renewal }, settling))) return 'too_late'
  await settling.line.tell(app, policy.uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      renewalReopenedEmail(to, { firstName, ...renewalEmailFacts(app, policy, renewal), answer }),
  })
  return 'recorded'
}
