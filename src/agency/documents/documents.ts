import type { App } from '../../platform/app.ts'
import type { PageAsked } from '../../platform/db/after-row.ts'
import { timeOrderedId } from '../../platform/lib/random.ts'
import type { Verdict } from './judge.ts'
import type { MediaType } from './media-type.ts'
import {
  documents,
  findDocumentRow,
  insertDocument,
  listDocumentRows,
  listNeedingPerson,
  readContent,
  reopenAccepted,
  type StoredDocumentRow,
  supersedeOthers,
  writeReview,
} from './store.ts'

export type Upload = { type: string; filename: string; mediaType: MediaType; bytes: Buffer; sha256: Buffer }

export type DocumentRecord = Omit<StoredDocumentRow, 'filename'> & { filename: string }
export type DocumentContent = DocumentRecord & { bytes: Buffer }

const openRecord = (app: App, row: StoredDocumentRow): DocumentRecord => ({
  ...row,
  filename: app.sealer.open(documents.context('filename', row), row.filename),
})

export type Keeper = { uid: string; sandbox: boolean }

const NOTHING = Buffer.alloc(0)

const keepOne = async (app: App, { uid, sandbox }: Keeper, upload: Upload): Promise<DocumentRecord> => {
  const now = app.clock.now()
  const document_id = timeOrderedId(app.random, 'doc', now)
  const row: StoredDocumentRow = {
    document_id,
    uid,
    type: upload.type,
    filename: app.sealer.seal(documents.context('filename', { document_id }), upload.filename),
    media_type: upload.mediaType,
    size_bytes: upload.bytes.length,
    sha256: upload.sha256,
    status: 'received',
    reason: null,
    created_at: now,
    reviewed_at: null,
    reviewed_by: null,
    delivered_at: null,
  }
  const content = app.sealer.seal(
    documents.context('content', { document_id }),
    sandbox ? NOTHING : upload.bytes,
  )
  await insertDocument(app.db, { ...row, content })
  return openRecord(app, row)
}

/** Files of one type sent together are pages of one document and supersede earlier files of that type. */
export const keepDocuments = async (
  app: App,
  keeper: Keeper,
  uploads: readonly Upload[],
): Promise<DocumentRecord[]> => {
  const kept: DocumentRecord[] = []
  for (const upload of uploads) kept.push(await keepOne(app, keeper, upload))
  if (kept.length > 0)
    await supersedeOthers(app.db, {
      uid: keeper.uid,
      types: kept.map(({ type }) => type),
      keep: kept.map(({ document_id }) => document_id),
    })
  return kept
}

export const findDocument = async (app: App, documentId: string): Promise<DocumentRecord | null> => {
  const row = await findDocumentRow(app.db, documentId)
  return row ? openRecord(app, row) : null
}

export const listDocuments = async (app: App, uid: string): Promise<DocumentRecord[]> =>
  (await listDocumentRows(app.db, uid)).map(row => openRecord(app, row))

export const documentsNeedingPerson = async (app: App, asked: PageAsked): Promise<DocumentRecord[]> =>
  (await listNeedingPerson(app.db, asked)).map(row => openRecord(app, row))

export const openDocument = async (app: App, documentId: string): Promise<DocumentContent | null> => {
  const record = await findDocument(app, documentId)
  if (!record) return null
  const sealed = await readContent(app.db, documentId)
  return {
    ...record,
    bytes: app.sealer.openBytes(documents.context('content', { document_id: documentId }), sealed),
  }
}

export const recordReview = (
  app: App,
  documentId: string,
  { status, reason, by }: Verdict & { by: string },
): Promise<boolean> =>
  writeReview(app.db, documentId, {
    from: by === 'service' ? ['received'] : ['received', 'needs_person'],
    to: { status, reason, reviewed_at: app.clock.now(), reviewed_by: by },
  })

export const reviewAgain = (app: App, uid: string): Promise<void> => reopenAccepted(app.db, uid)
