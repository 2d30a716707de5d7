import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { randomId } from '../../platform/lib/ids.ts'
import { listOrderRows } from './order-store.ts'
import type { Order } from './orders.ts'
import {
  changeDocumentKind,
  findDocumentOfKind,
  findPolicyDocument,
  insertOrderDeclarations,
  insertPolicyDocument,
  listPolicyRows,
  type OrderDeclarationsRow,
  orderDeclarations,
  type PolicyDocumentRow,
  policyDocuments,
  takeOrderDeclarations,
} from './store.ts'
import type { PolicyFacts } from './terms.ts'

export const openOrderDeclarations = ({ sealer }: App, { order_id, content }: OrderDeclarationsRow): Buffer =>
  Buffer.from(sealer.open(orderDeclarations.context('content', { order_id }), content), 'base64')

export const BINDER = 'binder'
export const DECLARATIONS = 'declarations'
const PDF = 'application/pdf'

/** The policy gets the page when it is issued. */
export const keepDeclarations = async (
  app: App,
  order_id: string,
  { bytes, by }: { bytes: Buffer; by: string },
): Promise<void> => {
  assertTransaction(app)
  await insertOrderDeclarations(app.db, {
    order_id,
    content: app.sealer.seal(orderDeclarations.context('content', { order_id }), bytes.toString('base64')),
    created_at: app.clock.now(),
    created_by: by,
  })
}

export const addPolicyDocument =
  (app: App, { policy_id, policy_number }: Pick<PolicyFacts, 'policy_id' | 'policy_number'>) =>
  async (kind: string, bytes: Buffer): Promise<void> => {
    const document_id = randomId(app.random, 'doc')
    await insertPolicyDocument(app.db, {
      document_id,
      policy_id,
      kind,
      filename: `${kind}-${policy_number.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
      media_type: PDF,
      content: app.sealer.seal(policyDocuments.context('content', { document_id }), bytes.toString('base64')),
      created_at: app.clock.now(),
    })
  }

const openContent = ({ sealer }: App, { document_id, content }: PolicyDocumentRow): Buffer =>
  Buffer.from(sealer.open(policyDocuments.context('content', { document_id }), content), 'base64')

export const SUPERSEDED = 'superseded/'

export const fileDeclarations = async (
  app: App,
  { uid, order_id }: Pick<Order, 'uid' | 'order_id'>,
  { page, by }: { page: Buffer; by: string },
): Promise<'filed' | 'known' | 'no_policy'> => {
  const policy = (await listPolicyRows(app.db, [uid])).find(row => row.order_id === order_id)
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

export type OpenedDocument = { filename: string; media_type: string; content: Buffer }

export type DocumentKey = { uid: string; document_id: string }

export const openPolicyDocument = async (app: App, key: DocumentKey): Promise<OpenedDocument | null> => {
  const row = await findPolicyDocument(app.db, key)
  if (!row) return null
  const { filename, media_type } = row
  return { filename, media_type, content: openContent(app, row) }
}
