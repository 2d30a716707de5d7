import type { App } from '../app.ts'
import type { BindAnswer } from '../carriers/contract/bind.ts'
import type { SealedColumn } from '../db/seals/sealed-column.ts'
import { assertTransaction } from '../db/transact.ts'
import { randomId } from '../lib/ids.ts'
import { coverageStart, startOfDay } from '../line/wire/coverage-start.ts'
import { dayIn } from '../line/wire/local-day.ts'
import { invoiceDueOn } from '../payments/invoice.ts'
import { binderPdf } from './binder.ts'
import { binderEnds, binderNumber } from './binder-term.ts'
import { insertPolicyEnd, listPolicyEnds, type PolicyEndRow } from './end-store.ts'
import { isErased } from './erased.ts'
import { listOrderRows } from './order-store.ts'
import type { Order } from './orders.ts'
import { type PolicyEnd, policyEndIn } from './policy-end.ts'
import { listPolicyRequests } from './request-store.ts'
import { openPolicyRequest, type PolicyRequest } from './requests.ts'
import {
  changeDocumentKind,
  type DocumentName,
  findDocumentOfKind,
  findPolicyDocument,
  insertOrderDeclarations,
  insertPolicy,
  insertPolicyDocument,
  listPolicyDocumentNames,
  listPolicyRows,
  type OrderDeclarationsRow,
  type PolicyDocumentRow,
  takeOrderDeclarations,
} from './store.ts'
import { type PolicyFacts, stateOf } from './terms.ts'

export type Policy = PolicyFacts & {
  uid: string
  item: string
  documents: DocumentName[]
  /** Null: it runs until `expiration_date`. */
  end: PolicyEnd | null
  /** What was asked for since it was issued, oldest first. */
  requests: PolicyRequest[]
}

export const policyContext = (policy_id: string): string => `policies/${policy_id}`
export const documentContext = (document_id: string): string => `policy_documents/${document_id}`

export const sealedPolicy: SealedColumn = {
  table: 'policies',
  key: ['policy_id'],
  column: 'facts',
  context: ({ policy_id }: { policy_id: string }) => policyContext(policy_id),
}

export const sealedPolicyDocument: SealedColumn = {
  table: 'policy_documents',
  key: ['document_id'],
  column: 'content',
  context: ({ document_id }: { document_id: string }) => documentContext(document_id),
}

type Bound = Extract<BindAnswer, { kind: 'bound' }>

export type IssuedPolicy = { order: Order; facts: PolicyFacts; binder: Buffer }

const withDueDate = (app: App, { terms }: Order, issued_at: Date): Pick<PolicyFacts, 'billing'> => {
  const { billing, sandbox } = terms
  if (!billing) return {}
  const isInvoiced =
    !sandbox && billing.bill_to === 'insured' && billing.due_cents > 0 && billing.payment_id === null
  return { billing: isInvoiced ? { ...billing, due_on: invoiceDueOn(app, issued_at) } : billing }
}

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
  const facts: PolicyFacts = {
    ...order.terms,
    ...withDueDate(app, order, issued_at),
    ...issued,
    policy_id: randomId(app.random, 'pol'),
    effective_at: starts.toISOString(),
    issued_at: issued_at.toISOString(),
    binder_number: binderNumber(order.order_id),
    binder_ends: binderEnds({ state, line }, dayIn(state, starts), issued.expiration_date),
  }
  return { order, facts, binder: await binderPdf(facts, app.config.brand) }
}

const orderDeclarationsContext = (order_id: string): string => `order_declarations/${order_id}`

export const sealedOrderDeclarations: SealedColumn = {
  table: 'order_declarations',
  key: ['order_id'],
  column: 'content',
  context: ({ order_id }: { order_id: string }) => orderDeclarationsContext(order_id),
}

const openOrderDeclarations = ({ sealer }: App, { order_id, content }: OrderDeclarationsRow): Buffer =>
  Buffer.from(sealer.open(orderDeclarationsContext(order_id), content), 'base64')

const BINDER = 'binder'
const DECLARATIONS = 'declarations'
const PDF = 'application/pdf'

/** Call it in the transaction that keeps the carrier's answer. The policy gets the page when it is issued. */
export const keepDeclarations = async (
  app: App,
  order_id: string,
  { bytes, by }: { bytes: Buffer; by: string },
): Promise<void> => {
  assertTransaction(app)
  await insertOrderDeclarations(app.db, {
    order_id,
    content: app.sealer.seal(orderDeclarationsContext(order_id), bytes.toString('base64')),
    created_at: app.clock.now(),
    created_by: by,
  })
}

const addPolicyDocument =
  (app: App, { policy_id, policy_number }: Pick<PolicyFacts, 'policy_id' | 'policy_number'>) =>
  async (kind: string, bytes: Buffer): Promise<void> => {
    const document_id = randomId(app.random, 'doc')
    await insertPolicyDocument(app.db, {
      document_id,
      policy_id,
      kind,
      filename: `${kind}-${policy_number.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
      media_type: PDF,
      content: app.sealer.seal(documentContext(document_id), bytes.toString('base64')),
      created_at: app.clock.now(),
    })
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
    facts: app.sealer.seal(policyContext(policy_id), JSON.stringify(facts)),
    issued_at: now,
  })
  const addDocument = addPolicyDocument(app, facts)
  await addDocument(BINDER, binder)
  const declarations = await takeOrderDeclarations(app.db, order.order_id)
  if (declarations) await addDocument(DECLARATIONS, openOrderDeclarations(app, declarations))
}

const openContent = ({ sealer }: App, { document_id, content }: PolicyDocumentRow): Buffer =>
  Buffer.from(sealer.open(documentContext(document_id), content), 'base64')

const SUPERSEDED = 'superseded/'

/** Before the policy is issued, the order keeps it. An older page stays on record. */
export const fileDeclarations = async (
  app: App,
  { uid, order_id }: Pick<Order, 'uid' | 'order_id'>,
  { page, by }: { page: Buffer; by: string },
): Promise<'filed' | 'known' | 'no_policy'> => {
  const policy = (await listPolicyRows(app.db, uid)).find(row => row.order_id === order_id)
  if (!policy) {
    const order = (await listOrderRows(app.db, uid)).find(row => row.order_id === order_id)
    if (!order || order.settled_at !== null) return 'no_policy'
    const before = await takeOrderDeclarations(app.db, order_id)
    await keepDeclarations(app, order_id, { bytes: page, by })
    return before && openOrderDeclarations(app, before).equals(page) ? 'known' : 'filed'
  }
  const before = await findDocumentOfKind(app.db, policy.policy_id, DECLARATIONS)
  if (before && openContent(app, before).equals(page)) return 'known'
  if (before) await changeDocumentKind(app.db, before.document_id, SUPERSEDED + before.document_id)
  await addPolicyDocument(app, policy)(DECLARATIONS, page)
  return 'filed'
}

/** Policies issued before `effective_at` was kept start at 12:01 a.m., as their binders say. */
const openFacts = (facts: PolicyFacts): PolicyFacts => ({
  ...facts,
  effective_at: facts.effective_at ?? startOfDay(stateOf(facts), facts.effective_date).toISOString(),
})

export const policiesOf = async (app: App, uid: string): Promise<Policy[]> => {
  const rows = await listPolicyRows(app.db, uid)
  if (rows.length === 0) return []
  const documents = await listPolicyDocumentNames(app.db, uid)
  const ends = await listPolicyEnds(app.db, uid)
  const asked = (await listPolicyRequests(app.db, uid)).map(row => openPolicyRequest(app, row))
  return rows.flatMap(({ policy_id, item, facts: sealed }) => {
    const facts = JSON.parse(app.sealer.open(policyContext(policy_id), sealed)) as PolicyFacts
    if (isErased(facts)) return []
    const own = documents.filter(
      document => document.policy_id === policy_id && !document.kind.startsWith(SUPERSEDED),
    )
    const end = policyEndIn(ends.filter(row => row.policy_id === policy_id))
    const requests = asked.filter(request => request.policy_id === policy_id)
    return [{ ...openFacts(facts), uid, item, documents: own, end, requests }]
  })
}

type Told = Pick<PolicyEndRow, 'kind' | 'ended_on' | 'end_reason'> & { by: string }

/** Under the lock of the application, so that two that come at once get two numbers. */
export const recordPolicyEnd = async (
  app: App,
  { uid, policy_id }: Pick<Policy, 'uid' | 'policy_id'>,
  { by, ...told }: Told,
): Promise<void> => {
  assertTransaction(app)
  const before = (await listPolicyEnds(app.db, uid)).filter(row => row.policy_id === policy_id)
  await insertPolicyEnd(app.db, {
    ...told,
    end_id: randomId(app.random, 'end'),
    policy_id,
    uid,
    number: before.length + 1,
    recorded_by: by,
    recorded_at: app.clock.now(),
  })
}

export type OpenedDocument = { filename: string; media_type: string; content: Buffer }

type DocumentKey = { uid: string; document_id: string }

export const openPolicyDocument = async (app: App, key: DocumentKey): Promise<OpenedDocument | null> => {
  const row = await findPolicyDocument(app.db, key)
  if (!row) return null
  const { filename, media_type } = row
  return { filename, media_type, content: openContent(app, row) }
}

/** For people who rely on it: the binder of a canceled policy states the day on which coverage really ends. */
export const openCurrentDocument = async (app: App, key: DocumentKey): Promise<OpenedDocument | null> => {
  const issued = await openPolicyDocument(app, key)
  const policy = (await policiesOf(app, key.uid)).find(({ documents }) =>
    documents.some(({ document_id, kind }) => kind === BINDER && document_id === key.document_id),
  )
  if (!issued || !policy?.end) return issued
  const { ended_on } = policy.end
  const binder_ends = ended_on < policy.binder_ends ? ended_on : policy.binder_ends
  const facts = { ...policy, expiration_date: ended_on, binder_ends }
  return { ...issued, content: await binderPdf(facts, app.config.brand) }
}
