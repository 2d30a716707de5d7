import type { App } from '../../platform/app.ts'
import { assertTransaction } from '../../platform/db/transact.ts'
import { randomId } from '../../platform/lib/random.ts'
import type { ReadDeclarations } from '../documents/read-declarations.ts'
import {
  findPolicyDocument,
  insertOrderDeclarations,
  insertPolicyDocument,
  orderDeclarations,
  type PolicyDocumentRow,
  policyDocuments,
  takeOrderDeclarations,
} from './store.ts'
import type { PolicyFacts } from './terms.ts'

export const BINDER = 'binder'
export const DECLARATIONS = 'declarations'
const PDF = 'application/pdf'

/** A page of a policy as it came, with what was read on it. Null: it is a scan. */
export type BroughtPage = { bytes: Buffer; read: ReadDeclarations | null; by: string }

/** The policy gets the page when it is issued. */
export const keepDeclarations = async (
  app: App,
  order_id: string,
  { bytes, read, by }: BroughtPage,
): Promise<void> => {
  assertTransaction(app)
  const seal = (column: 'content' | 'read', text: string): Buffer =>
    app.sealer.seal(orderDeclarations.context(column, { order_id }), text)
  await insertOrderDeclarations(app.db, {
    order_id,
    content: seal('content', bytes.toString('base64')),
    created_at: app.clock.now(),
    created_by: by,
    read: read && seal('read', JSON.stringify(read)),
  })
}

export const takeDeclarations = async (app: App, order_id: string): Promise<BroughtPage | null> => {
  const row = await takeOrderDeclarations(app.db, order_id)
  if (!row) return null
  const open = (column: 'content' | 'read', sealed: Buffer): string =>
    app.sealer.open(orderDeclarations.context(column, row), sealed)
  return {
    bytes: Buffer.from(open('content', row.content), 'base64'),
    read: row.read && JSON.parse(open('read', row.read)),
    by: row.created_by,
  }
}

export const addPolicyDocument =
  (app: App, { policy_id, policy_number }: Pick<PolicyFacts, 'policy_id' | 'policy_number'>) =>
  async (name: string, bytes: Buffer, status?: 'waiting'): Promise<string> => {
    const document_id = randomId(app.random, 'doc')
    const kind = status ? `${status}/${document_id}` : name
    await insertPolicyDocument(app.db, {
      document_id,
      policy_id,
      kind,
      filename: `${name}-${policy_number.replaceAll(/[^A-Za-z0-9-]+/g, '-')}.pdf`,
      media_type: PDF,
      content: app.sealer.seal(policyDocuments.context('content', { document_id }), bytes.toString('base64')),
      created_at: app.clock.now(),
    })
    return document_id
  }

export const openContent = ({ sealer }: App, { document_id, content }: PolicyDocumentRow): Buffer =>
  Buffer.from(sealer.open(policyDocuments.context('content', { document_id }), content), 'base64')

/** A page that no customer sees, or not any more, keeps its file under `status/document_id`. */
export const isReleased = ({ kind }: Pick<PolicyDocumentRow, 'kind'>): boolean => !kind.includes('/')

export type OpenedDocument = { kind: string; filename: string; media_type: string; content: Buffer }

export type DocumentKey = { uid: string; document_id: string }

export const openPolicyDocument = async (app: App, key: DocumentKey): Promise<OpenedDocument | null> => {
  const row = await findPolicyDocument(app.db, key)
  if (!row) return null
  const { kind, filename, media_type } = row
  return { kind, filename, media_type, content: openContent(app, row) }
}
