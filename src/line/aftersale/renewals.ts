import type { App } from '../../app.ts'
import { sandboxRenewal } from '../../carriers/sandbox/renewal.ts'
import { contactWords } from '../../config/agency.ts'
import { assertTransaction } from '../../db/transact.ts'
import {
  notRenewedEmail,
  policyRenewedEmail,
  renewalDueEmail,
  renewalOfferedEmail,
} from '../../emails/buying/renewal.ts'
import { expiresOn } from '../../policies/life/period.ts'
import {
  isOpenRenewal,
  keepRenewal,
  type OfferedTerms,
  type Renewal,
  recordRenewal,
} from '../../policies/life/renewals.ts'
import { type Policy, policiesOf } from '../../policies/policies.ts'
import { hasEnded } from '../../policies/policy-end.ts'
import { dayWords, plusDays } from '../fields/calendar.ts'
import { lockIntakeRow } from '../record/store.ts'
import type { AfterSale } from './after-sale.ts'
import { closeRequests } from './close-requests.ts'
import { priceMove } from './price-move.ts'
import { policyToday, priceNow } from './shown-life.ts'

export const RENEWAL_DAYS_AHEAD = 60

/** Under the lock of the application, so that what is decided rests on what is recorded. Null: it has ended. */
const lockLive = async (app: App, { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>) => {
  assertTransaction(app)
  await lockIntakeRow(app.db, uid)
  const policy = (await policiesOf(app, uid)).find(one => one.policy_id === policy_id)
  return policy && policy.end === null ? policy : null
}

type Settling = { line: AfterSale; actor: string }

const openedFor = async (app: App, policy: Policy, actor: string): Promise<Renewal | null> => {
  const last = policy.renewals.at(-1)
  if (last?.due_on === expiresOn(policy)) return isOpenRenewal(last) ? last : null
  const { uid, policy_id } = policy
  return keepRenewal(app, { uid, policy_id, due_on: expiresOn(policy) }, actor)
}

const aboutOf = (app: App, { carrier, policy_number }: Policy, { due_on }: Renewal) => ({
  carrier,
  policy_number,
  due_on,
  contact: contactWords(app.config.agency),
})

const note = (
  app: App,
  { line, actor }: Settling,
  { event, policy, renewal }: { event: string; policy: Policy; renewal: Renewal },
): Promise<void> =>
  line.markets.noteEvent(app, {
    uid: policy.uid,
    event,
    facts: { policy_id: policy.policy_id, renewal_id: renewal.renewal_id, due_on: renewal.due_on },
    actor,
  })

/** The end is near: staff ask the carrier, and the insured reads what happens next. */
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
  await note(app, settling, { event: 'renewal_due', policy, renewal })
  await settling.line.tell(app, uid, {
    purpose: 'renewal',
    email: (to, { firstName }) => renewalDueEmail(to, { firstName, ...aboutOf(app, policy, renewal) }),
  })
}

const isSame = (before: Renewal, terms: OfferedTerms): boolean =>
  before.status === 'offered' &&
  before.annual_price === terms.annual_price &&
  before.period_to === terms.period_to &&
  before.valid_until === terms.valid_until &&
  before.reasons.join('\n') === terms.reasons.join('\n')

export type RenewalResult = 'recorded' | 'repeated' | 'too_late'

const CHANGED = 'The insurance company changed its offer. See the new one.'

/** Other terms than before end an acceptance of the earlier ones: the insured must agree to the new price. */
export const offerRenewal = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { terms, ...settling }: Settling & { terms: OfferedTerms },
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const renewal = policy && (await openedFor(app, policy, settling.actor))
  if (!renewal) return 'too_late'
  if (isSame(renewal, terms)) return 'repeated'
  const { uid } = policy
  const { line, actor } = settling
  await recordRenewal(app, renewal, { outcome: { status: 'offered', ...terms }, by: actor })
  await closeRequests(app, policy, { kind: 'renewal', status: 'declined', answer: CHANGED, actor })
  await note(app, settling, { event: 'renewal_offered', policy, renewal })
  const before = priceNow(policy, app.clock.now())
  await line.tell(app, uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      renewalOfferedEmail(to, {
        firstName,
        ...aboutOf(app, policy, renewal),
        ...terms,
        price: priceMove(before, terms.annual_price),
        link: line.page(app, uid),
      }),
  })
  return 'recorded'
}

/** Only when the carrier says so. `terms`: what it renewed, if that was not offered before. */
export const renewPolicy = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { terms, ...settling }: Settling & { terms?: OfferedTerms },
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const opened = policy && (await openedFor(app, policy, settling.actor))
  if (!opened) return 'too_late'
  const { line, actor } = settling
  if (terms && !isSame(opened, terms))
    await recordRenewal(app, opened, { outcome: { status: 'offered', ...terms }, by: actor })
  const { annual_price, period_to, reasons } = terms ?? opened
  if (annual_price === null || period_to === null) return 'too_late'
  await recordRenewal(app, { ...opened, reasons }, { outcome: { status: 'renewed' }, by: actor })
  const answer = `Renewed until ${dayWords(period_to)}.`
  await closeRequests(app, policy, { kind: 'renewal', status: 'done', answer, actor })
  await note(app, settling, { event: 'policy_renewed', policy, renewal: opened })
  const before = priceNow(policy, app.clock.now())
  await line.tell(app, policy.uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      policyRenewedEmail(to, {
        firstName,
        ...aboutOf(app, policy, opened),
        period_to,
        reasons,
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
  await note(app, settling, { event: 'policy_not_renewed', policy, renewal })
  await line.tell(app, policy.uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      notRenewedEmail(to, { firstName, ...aboutOf(app, policy, renewal), answer }),
  })
  return 'recorded'
}

/** A rehearsal's carrier is invented, and so is its offer. */
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
