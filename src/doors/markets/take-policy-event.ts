import { createHash } from 'node:crypto'
import {
  type CarrierEvent,
  readCancellation,
  readEndorsement,
  readPolicyDocument,
} from '../../agency/carriers/events/event.ts'
import { readUploads } from '../../agency/documents/upload.ts'
import { type Received, receivePage } from '../../agency/policies/declarations/pages.ts'
import { canEndOn, type PolicyEnd } from '../../agency/policies/life/policy-end.ts'
import { isWaiting } from '../../agency/policies/life/requests.ts'
import { findOrderRow } from '../../agency/policies/order-store.ts'
import { type Policy, policiesOf } from '../../agency/policies/policies.ts'
import { changeProblems, changeRows, changing } from '../../agency/policies/policy-change.ts'
import {
  type BroughtPage,
  keepDeclarations,
  takeDeclarations,
} from '../../agency/policies/policy-documents.ts'
import { type IssuedTerms, PART_OF, versionOn } from '../../agency/policies/versions.ts'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/errors.ts'
import type { LineName } from '../../platform/lines.ts'
import { endPolicy, noticeCancellation } from '../../products/line/aftersale/end-policy.ts'
import { endorsedByCarrier } from '../../products/line/aftersale/policy-requests.ts'
import { type LateRefusal, refused, type Taking } from '../../products/line/offers/late-answer.ts'
import { lockIntakeRow } from '../../products/line/record/store.ts'
import { lines } from '../../products/lines.ts'

export type EventPage = Omit<BroughtPage, 'by'> | 'noted' | 'unreadable'

export const pageIn = async (app: App, event: CarrierEvent, actor: string): Promise<EventPage> => {
  const document = readPolicyDocument(event)
  if (document === 'none') return 'noted'
  if (document === null) return 'unreadable'
  const { type, content } = document
  const given = { path: '', type, filename: `${type}.pdf`, content, reads: 'declarations' } as const
  try {
    const [upload] = await readUploads(app, { kind: 'carrier', scope: actor }, [given])
    return upload?.mediaType === 'application/pdf'
      ? { bytes: upload.bytes, read: upload.declarations }
      : 'unreadable'
  } catch (error) {
    if (error instanceof Failure) return 'unreadable'
    throw error
  }
}

const digestOf = (page: Buffer): string => createHash('sha256').update(page).digest('hex')

/** The record of the event names the file, which is kept once, with the policy. */
export const bodyWithoutPage = (event: CarrierEvent, page: Buffer): string =>
  JSON.stringify({ ...event, data: { ...event.data, content: `sha256:${digestOf(page)}` } })

export type OrderEvent = {
  uid: string
  line: LineName
  order_id: string
  carrier_id: string
  actor: string
  page: EventPage
}

/** A page that comes before its policy waits with the order. */
const filePage = async (
  app: App,
  { uid, order_id }: Pick<OrderEvent, 'uid' | 'order_id'>,
  page: BroughtPage,
): Promise<Received['status'] | 'no_policy'> => {
  const policy = (await policiesOf(app, uid)).find(one => one.order_id === order_id)
  if (policy) return (await receivePage(app, policy, page)).status
  const order = await findOrderRow(app.db, order_id)
  if (order?.settled_at !== null) return 'no_policy'
  const before = await takeDeclarations(app, order_id)
  await keepDeclarations(app, order_id, page)
  return before?.bytes.equals(page.bytes) ? 'known' : 'waiting'
}

export const takeDocument = async (
  app: App,
  { uid, line, order_id, actor, page }: OrderEvent,
): Promise<Taking> => {
  if (page === 'unreadable') return refused('invalid_answer', 'not_a_readable_pdf')
  await lockIntakeRow(app.db, uid)
  const received = page === 'noted' ? page : await filePage(app, { uid, order_id }, { ...page, by: actor })
  if (received === 'no_policy') return refused('already_answered')
  if (received === 'known') return { taken: true, repeated: true }
  const facts = {
    order_id,
    ...(page !== 'noted' && { sha256: digestOf(page.bytes), is_accepted: received === 'accepted' }),
  }
  const policy = (await policiesOf(app, uid)).find(one => one.order_id === order_id)
  const stateAgain = policy && received === 'accepted' ? [policy.item] : []
  await lines[line].markets.noteEvent(app, { uid, event: 'policy_document', facts, actor, stateAgain })
  return { taken: true, repeated: false }
}

export const policyOrdered = async (
  app: App,
  { uid, order_id }: OrderEvent,
): Promise<Policy | LateRefusal> => {
  await lockIntakeRow(app.db, uid)
  const order = await findOrderRow(app.db, order_id)
  if (order?.settled_at === null) return 'too_early'
  const policy = (await policiesOf(app, uid)).find(({ item }) => item === order?.item)
  return policy && order?.outcome === 'bound' ? policy : 'already_answered'
}

/** A corrected day keeps the reason, except that it is no longer the day the insured asked for. */
const correctedReason = ({ end }: Ended): PolicyEnd['end_reason'] => {
  if (end === null) return 'carrier'
  return end.end_reason === 'insured' ? 'other' : end.end_reason
}

type Ended = { end: Pick<PolicyEnd, 'end_reason'> | null }

/** Who asked for the day that the carrier confirms. An assistant's or an operator's word is not the person's. */
export const endReason = (
  { requests, end }: Pick<Policy, 'requests'> & Ended,
  ended_on: string,
): PolicyEnd['end_reason'] => {
  const asked = requests.filter(request => request.kind === 'cancellation' && isWaiting(request))
  if (asked.length === 0) return correctedReason({ end })
  const isTheirs = asked.some(
    ({ asked_by, wanted_on }) => (asked_by === 'insured' || asked_by === 'staff') && wanted_on === ended_on,
  )
  return isTheirs ? 'insured' : 'other'
}

/** If the carrier gives no day, we do not guess one: staff find it out and record it. */
export const takeCancellation = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const { uid, line, order_id, actor } = about
  const said = readCancellation(event)
  if (!said) return refused('invalid_answer', 'not_a_day')
  const policy = await policyOrdered(app, about)
  if (typeof policy === 'string') return refused(policy)
  const { effective_date: ended_on } = said
  if (ended_on === undefined) {
    await noticeCancellation(app, policy, { actor, order_id })
    return { taken: true, repeated: false }
  }
  if (!canEndOn(ended_on, policy)) return refused('invalid_answer', 'not_a_day_of_the_policy')
  const { isNew } = await endPolicy(app, lines[line].tell, policy, {
    ended_on,
    end_reason: endReason(policy, ended_on),
    actor,
    refundLater: policy.billing?.bill_to === 'insured',
  })
  await lines[line].restate(app, uid, isNew ? [policy.item] : [])
  return { taken: true, repeated: !isNew }
}

const isSame = (one: IssuedTerms, other: IssuedTerms): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** A carrier states what its policy says, so it ends the request that waits for it, or changes it by itself. */
export const takeEndorsement = async (app: App, event: CarrierEvent, about: OrderEvent): Promise<Taking> => {
  const { line, actor } = about
  const said = readEndorsement(event)
  const part = said && PART_OF[said.kind]
  const changed = said && changing(said.kind, said.change)
  if (!said || !part || !changed) return refused('invalid_answer', 'not_a_change')
  const policy = await policyOrdered(app, about)
  if (typeof policy === 'string') return refused(policy)
  if (policy.end !== null) return refused('already_answered')
  const { kind, change: asked, effective_date: effective_from, annual_price, premium_change_cents } = said
  if (!canEndOn(effective_from, policy)) return refused('invalid_answer', 'not_a_day_of_the_policy')
  const { terms } = versionOn(policy.versions, effective_from)
  const price = annual_price === undefined ? {} : { price_cents: annual_price * 100, charges: [] }
  const change = (before: IssuedTerms): IssuedTerms => ({
    ...changed(before),
    ...(before.period.from === terms.period.from && price),
  })
  if (isSame(change(terms), terms)) return { taken: true, repeated: true }
  if (changeProblems(kind, asked, policy).length > 0) return refused('invalid_answer', 'not_a_change')
  const stated = { change, effective_from, premium_change_cents }
  const rows = changeRows(kind, asked, policy).map(({ label, value }) => `${label}: ${value}`)
  const answer = said.note ?? `${rows.join('; ')}.`
  await endorsedByCarrier(app, policy, { line: lines[line], kind, asked, part, stated, answer, actor })
  return { taken: true, repeated: false }
}
