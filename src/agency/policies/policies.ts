import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { listClockMoves } from '../../platform/audit/store.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { speaking } from '../../platform/language/language.ts'
import { dayIn } from '../../platform/lib/local-day.ts'
import { randomId } from '../../platform/lib/random.ts'
import { plusDays } from '../../platform/values/calendar.ts'
import type { BindAnswer } from '../carriers/contract/bind.ts'
import { findPayment, invoiceDueOn } from '../payments/payments.ts'
import { numberFor, type RulePlace } from '../rules/rulebook.ts'
import { binderPdf } from './binder.ts'
import { coverageStart, startOfDay } from './coverage-start.ts'
import { receivePage } from './declarations/pages.ts'
import { asVersions, keepVersions, listVersions, type PolicyVersion } from './keep-versions.ts'
import { insertPolicyEnd, listPolicyEnds, type PolicyEndRow } from './life/end-store.ts'
import { endNotice, type PolicyEnd, policyEndIn, policyNow } from './life/policy-end.ts'
import { listRenewals } from './life/renewal-store.ts'
import { openRenewalRow, type Renewal } from './life/renewals.ts'
import { listPolicyRequests } from './life/request-store.ts'
import { openPolicyRequest, type PolicyRequest } from './life/requests.ts'
import { lastForEachItem, type Order, ordersOf } from './orders.ts'
import {
  addPolicyDocument,
  BINDER,
  type DocumentKey,
  isReleased,
  type OpenedDocument,
  openPolicyDocument,
  takeDeclarations,
} from './policy-documents.ts'
import {
  type DocumentName,
  insertPolicy,
  listPolicyDocumentNames,
  listPolicyRows,
  policies,
} from './store.ts'
import {
  type IssuedFacts,
  isErased,
  isSoldHere,
  type PolicyBilling,
  type PolicyFacts,
  stateOf,
} from './terms.ts'
import { coverageRowsOf, earlierVersions, type IssuedTerms, termsAtIssue, versionOn } from './versions.ts'

/** Null unless the payment covers everything that was ordered on it. A hold is not money received. */
const paidOn = async (app: App, { uid, terms }: Order, payment_id: string): Promise<string | null> => {
  const payment = await findPayment(app, payment_id)
  if (payment?.status !== 'paid' || payment.settled_at === null) return null
  const ordered = (await ordersOf(app, uid)).filter(one => one.terms.billing?.payment_id === payment_id)
  const due = lastForEachItem(ordered).reduce((sum, one) => sum + (one.terms.billing?.due_cents ?? 0), 0)
  const received = payment.charged_cents ?? payment.amount_cents
  return received >= due ? dayIn(stateOf(terms), payment.settled_at) : null
}

const datesOf = async (app: App, order: Order, issued_at: Date): Promise<Partial<PolicyBilling>> => {
  const { billing, sandbox } = order.terms
  if (sandbox || billing?.bill_to !== 'insured' || billing.due_cents === 0) return {}
  if (billing.payment_id === null) {
    const due_on = invoiceDueOn(app, { state: stateOf(order.terms), issued: issued_at })
    return { due_on }
  }
  const paid_on = await paidOn(app, order, billing.payment_id)
  return paid_on === null ? {} : { paid_on }
}

const billedAtIssue = async (
  app: App,
  order: Order,
  issued_at: Date,
): Promise<Pick<PolicyFacts, 'billing'>> => {
  const { billing } = order.terms
  return billing ? { billing: { ...billing, ...(await datesOf(app, order, issued_at)) } } : {}
}

export const binderEnds = (place: RulePlace, starts: string, policyEnds: string): string => {
  const latest = plusDays(starts, numberFor(place, 'binder_days'))
  return latest < policyEnds ? latest : policyEnds
}

export const binderNumber = (order_id: string): string => {
  const digits = createHash('sha256').update(order_id).digest().readUIntBE(0, 6) % 10_000_000_000
  return `BND-${String(digits).padStart(10, '0')}`
}

/** The number, the insureds, the mailing address and the coverages are those of today. */
export type Policy = PolicyFacts & {
  uid: string
  item: string
  order_id: string | null
  documents: DocumentName[]
  /** As on the binder. */
  issued: PolicyFacts
  end: PolicyEnd | null
  requests: PolicyRequest[]
  renewals: Renewal[]
  versions: PolicyVersion[]
  /** As of today. */
  terms: IssuedTerms
  aged_hours: number
}

type Bound = Extract<BindAnswer, { kind: 'bound' }>

export type IssuedPolicy = { order: Order; facts: IssuedFacts; binder: Buffer }

export const draftPolicy = async (
  app: App,
  order: Order,
  { answer, line }: { answer: Bound; line: string },
): Promise<IssuedPolicy> => {
  const { kind: _, ...issued } = answer
  const issued_at = order.answered_at ?? app.clock.now()
  const state = stateOf(order.terms)
  const { effective_date } = issued
  const starts = coverageStart({ state, effective_date, ordered_on: order.request.today, issued_at })
  const facts: IssuedFacts = {
    ...order.terms,
    ...(await billedAtIssue(app, order, issued_at)),
    ...issued,
    policy_id: randomId(app.random, 'pol'),
    effective_at: starts.toISOString(),
    issued_at: issued_at.toISOString(),
    binder_number: binderNumber(order.order_id),
    binder_ends: binderEnds({ state, line }, dayIn(state, starts), issued.expiration_date),
  }
  return { order, facts, binder: await binderPdf(facts, app.config.brand) }
}

export const issuePolicy = async (app: App, { order, facts, binder }: IssuedPolicy): Promise<void> => {
  const { policy_id, policy_number, effective_date, expiration_date, annual_price, sandbox } = facts
  const now = app.clock.now()
  await insertPolicy(app.db, {
    policy_id,
    uid: order.uid,
    item: order.item,
    order_id: order.order_id,
    carrier_id: order.carrier_id,
    policy_number,
    effective_date,
    expiration_date,
    annual_price,
    sandbox,
    facts: app.sealer.seal(policies.context('facts', { policy_id }), JSON.stringify(facts)),
    issued_at: now,
  })
  const addDocument = addPolicyDocument(app, facts)
  await addDocument(BINDER, binder)
  const versions = asVersions({ uid: order.uid, policy_id }, [
    {
      effective_from: effective_date,
      basis: 'issued',
      terms: termsAtIssue(order.request, facts),
      reason: null,
      recorded_by: 'service',
      recorded_at: now,
    },
  ])
  await keepVersions(app, { uid: order.uid, policy_id, versions })
  const page = await takeDeclarations(app, order.order_id)
  if (page) await receivePage(app, { ...facts, uid: order.uid, versions }, page)
}

/** Policies issued before `effective_at` was kept start at 12:01 a.m., as their binders say. */
const openFacts = (facts: PolicyFacts): PolicyFacts => ({
  ...facts,
  effective_at: facts.effective_at ?? startOfDay(stateOf(facts), facts.effective_date).toISOString(),
})

const factsNow = (
  { insured, other_insureds: before }: PolicyFacts,
  terms: IssuedTerms,
): Pick<PolicyFacts, 'policy_number' | 'coverages' | 'insured' | 'other_insureds'> => {
  const { policy_number, named_insureds, mailing_address } = terms
  const [full_name = insured.full_name, ...other_insureds] = named_insureds
  return {
    policy_number,
    coverages: coverageRowsOf(terms),
    insured: { ...insured, full_name, ...(mailing_address !== null && { mailing_address }) },
    ...((before || other_insureds.length > 0) && { other_insureds }),
  }
}

export const policiesIn = async (app: App, uids: readonly string[]): Promise<Policy[]> => {
  const rows = uids.length === 0 ? [] : await listPolicyRows(app.db, uids)
  if (rows.length === 0) return []
  const documents = await listPolicyDocumentNames(app.db, uids)
  const ends = await listPolicyEnds(app.db, uids)
  const asked = (await listPolicyRequests(app.db, uids)).map(row => openPolicyRequest(app, row))
  const renewed = (await listRenewals(app.db, uids)).map(row => openRenewalRow(app, row))
  const rehearsed = rows.filter(({ sandbox }) => sandbox).map(({ uid }) => uid)
  const moves = rehearsed.length === 0 ? [] : await listClockMoves(app.db, rehearsed)
  const versioned = await listVersions(app, uids)
  const known = new Set(versioned.map(({ policy_id }) => policy_id))
  const before = [...new Set(rows.flatMap(({ policy_id, uid }) => (known.has(policy_id) ? [] : [uid])))]
  const orders = (await Promise.all(before.map(uid => ordersOf(app, uid)))).flat()
  return rows.flatMap(({ policy_id, uid, item, order_id, issued_at, facts: sealed }) => {
    const facts = app.sealer.openJson<PolicyFacts>(policies.context('facts', { policy_id }), sealed)
    if (isErased(facts)) return []
    const own = documents.filter(document => document.policy_id === policy_id && isReleased(document))
    const end = policyEndIn(ends.filter(row => row.policy_id === policy_id))
    const requests = asked.filter(request => request.policy_id === policy_id)
    const renewals = renewed.filter(renewal => renewal.policy_id === policy_id)
    const aged_hours = moves
      .filter(move => move.uid === uid && move.at >= issued_at)
      .reduce((sum, { hours }) => sum + hours, 0)
    const today = dayIn(stateOf(facts), policyNow({ aged_hours }, app.clock.now()))
    const kept = versioned.filter(version => version.policy_id === policy_id)
    const request = orders.find(one => one.order_id === order_id)?.request ?? null
    const versions =
      kept.length > 0
        ? kept
        : asVersions({ uid, policy_id }, earlierVersions({ request, facts, renewals, requests }))
    const { terms } = versionOn(versions, today)
    const issued = openFacts(facts)
    return [
      {
        ...issued,
        ...factsNow(issued, terms),
        issued,
        renewals,
        uid,
        item,
        order_id,
        documents: own,
        end,
        requests,
        versions,
        terms,
        aged_hours,
      },
    ]
  })
}

export const policiesOf = (app: App, uid: string): Promise<Policy[]> => policiesIn(app, [uid])

export const policyOf = async (
  app: App,
  { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>,
): Promise<Policy | undefined> => (await policiesOf(app, uid)).find(one => one.policy_id === policy_id)

type Told = Pick<PolicyEndRow, 'kind' | 'ended_on' | 'end_reason'> &
  Partial<Pick<PolicyEndRow, 'refund' | 'told'>> & { by: string }

/** Call it under the lock of the application, so that two ends at once get two numbers. */
export const recordPolicyEnd = async (
  app: App,
  { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>,
  { by, refund = null, told = null, ...end }: Told,
): Promise<void> => {
  assertTransaction(app)
  const before = (await listPolicyEnds(app.db, [uid])).filter(row => row.policy_id === policy_id)
  await insertPolicyEnd(app.db, {
    ...end,
    refund,
    told,
    end_id: randomId(app.random, 'end'),
    policy_id,
    uid,
    number: before.length + 1,
    recorded_by: by,
    recorded_at: app.clock.now(),
  })
}

const isWithheld = ({ kind }: OpenedDocument): boolean => /^(?:waiting|refused|withdrawn)\//.test(kind)

/** For people who rely on it: a binder that ended, or whose policy was canceled, stays as issued, under a notice. */
export const openCurrentDocument = async (app: App, key: DocumentKey): Promise<OpenedDocument | null> => {
  const issued = await openPolicyDocument(app, key)
  if (issued && isWithheld(issued)) return null
  const policy = (await policiesOf(app, key.uid)).find(({ documents }) =>
    documents.some(({ document_id, kind }) => kind === BINDER && document_id === key.document_id),
  )
  const notice = policy ? speaking('en', () => endNotice(policy, app.clock.now())) : null
  const facts = policy?.issued
  if (!issued || !facts || notice === null || !isSoldHere(facts)) return issued
  const content = await speaking('en', () => binderPdf(facts, app.config.brand, notice))
  return { ...issued, content }
}
