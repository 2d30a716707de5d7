import type { Generated } from 'kysely'
import type { PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MediaType } from './media-type.ts'

export type DocumentStatus = 'received' | 'accepted' | 'rejected' | 'needs_person' | 'superseded'

type Tables = {
  documents: {
    document_id: string
    uid: string
    type: string
    filename: Buffer
    media_type: MediaType
    size_bytes: number
    sha256: Buffer
    content: Buffer
    status: DocumentStatus
    reason: string | null
    created_at: Date
    reviewed_at: Date | null
    reviewed_by: string | null
    delivered_at: Date | null
    seal: Generated<Buffer>
  }
}

export type StoredDocumentRow = Omit<Tables['documents'], 'content' | 'seal'>

const tables = (db: Db) => db.withTables<Tables>()

const COLUMNS = [
  'document_id',
  'uid',
  'type',
  'filename',
  'media_type',
  'size_bytes',
  'sha256',
  'status',
  'reason',
  'created_at',
  'reviewed_at',
  'reviewed_by',
  'delivered_at',
  'seal',
] as const

export const insertDocument = async (
  db: Db,
  row: StoredDocumentRow & Pick<Tables['documents'], 'content'>,
): Promise<void> => {
  await tables(db).insertInto('documents').values(row).execute()
}

export const findDocumentRow = (db: Db, documentId: string): Promise<StoredDocumentRow | undefined> =>
  tables(db).selectFrom('documents').select(COLUMNS).where('document_id', '=', documentId).executeTakeFirst()

export const readContent = async (db: Db, documentId: string): Promise<Buffer> => {
  const { content } = await tables(db)
    .selectFrom('documents')
    .select('content')
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow()
  return content
}

export const listDocumentRows = (db: Db, uid: string): Promise<StoredDocumentRow[]> =>
  tables(db).selectFrom('documents').select(COLUMNS).where('uid', '=', uid).orderBy('document_id').execute()

export const listNeedingPerson = (db: Db, { after, limit }: PageAsked): Promise<StoredDocumentRow[]> =>
  tables(db)
    .selectFrom('documents')
    .select(COLUMNS)
    .where('status', '=', 'needs_person')
    .where('document_id', '>', after ?? '')
    .orderBy('document_id')
    .limit(limit)
    .execute()

export const countNeedingPerson = async (db: Db): Promise<number> => {
  const { count } = await tables(db)
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'needs_person')
    .executeTakeFirstOrThrow()
  return count
}

export const supersedeOthers = async (
  db: Db,
  { uid, types, keep }: { uid: string; types: readonly string[]; keep: readonly string[] },
): Promise<void> => {
  await tables(db)
    .updateTable('documents')
    .set({ status: 'superseded' })
    .where('uid', '=', uid)
    .where('type', 'in', types)
    .where('document_id', 'not in', keep)
    .where('status', '!=', 'superseded')
    .execute()
}

export const reopenAccepted = async (db: Db, uid: string): Promise<void> => {
  await tables(db)
    .updateTable('documents')
    .set({ status: 'received' })
    .where('uid', '=', uid)
    .where('status', '=', 'accepted')
    .execute()
}

export type DocumentReview = Pick<StoredDocumentRow, 'status' | 'reason' | 'reviewed_at' | 'reviewed_by'>

export const writeReview = async (
  db: Db,
  documentId: string,
  { from, to }: { from: readonly DocumentStatus[]; to: DocumentReview },
): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('documents')
    .set(to)
    .where('document_id', '=', documentId)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const markDelivered = async (db: Db, documentId: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tables(db)
    .updateTable('documents')
    .set({ delivered_at: at })
    .where('document_id', '=', documentId)
    .where('delivered_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteDocuments = async (db: Db, uid: string): Promise<void> => {
  await tables(db).deleteFrom('documents').where('uid', '=', uid).execute()
}
