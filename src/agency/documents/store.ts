import type { PageAsked } from '../../platform/db/after-row.ts'
import type { Db } from '../../platform/db/database.ts'
import { countOf, writesOne } from '../../platform/db/one-row.ts'
import { columnsBut, type Row, sealedTable, t, tablesOf } from '../../platform/db/table.ts'
import type { MediaType } from './media-type.ts'

export type DocumentStatus = 'received' | 'accepted' | 'rejected' | 'needs_person' | 'superseded'

export const documents = sealedTable('documents', 'erasure', {
  document_id: t.key(t.text()),
  uid: t.erased(t.text()),
  type: t.text(),
  filename: t.encrypted('filename'),
  media_type: t.text<MediaType>(),
  size_bytes: t.number(),
  sha256: t.bytes(),
  status: t.text<DocumentStatus>(),
  reason: t.orNull(t.text()),
  created_at: t.time(),
  reviewed_at: t.orNull(t.time()),
  reviewed_by: t.orNull(t.text()),
  delivered_at: t.orNull(t.time()),
  content: t.unsealed('encrypted and bound to the document', t.encrypted()),
})

export type StoredDocumentRow = Omit<Row<typeof documents>, 'content' | 'seal'>

const tables = tablesOf(documents)

const COLUMNS = columnsBut(documents, 'content')

export const insertDocument = (
  db: Db,
  row: StoredDocumentRow & Pick<Row<typeof documents>, 'content'>,
): Promise<unknown> => tables(db).insertInto('documents').values(row).execute()

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

export const countNeedingPerson = (db: Db): Promise<number> =>
  countOf(tables(db).selectFrom('documents').where('status', '=', 'needs_person'))

export const supersedeOthers = (
  db: Db,
  { uid, types, keep }: { uid: string; types: readonly string[]; keep: readonly string[] },
): Promise<unknown> =>
  tables(db)
    .updateTable('documents')
    .set({ status: 'superseded' })
    .where('uid', '=', uid)
    .where('type', 'in', types)
    .where('document_id', 'not in', keep)
    .where('status', '!=', 'superseded')
    .execute()

export const reopenAccepted = async (db: Db, uid: string): Promise<void> => {
  await tables(db)
    .updateTable('documents')
    .set({ status: 'received' })
    .where('uid', '=', uid)
    .where('status', '=', 'accepted')
    .execute()
}

export type DocumentReview = Pick<StoredDocumentRow, 'status' | 'reason' | 'reviewed_at' | 'reviewed_by'>

export const writeReview = (
  db: Db,
  documentId: string,
  { from, to }: { from: readonly DocumentStatus[]; to: DocumentReview },
): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('documents')
      .set(to)
      .where('document_id', '=', documentId)
      .where('status', 'in', from),
  )

export const markDelivered = (db: Db, documentId: string, at: Date): Promise<boolean> =>
  writesOne(
    tables(db)
      .updateTable('documents')
      .set({ delivered_at: at })
      .where('document_id', '=', documentId)
      .where('delivered_at', 'is', null),
  )
