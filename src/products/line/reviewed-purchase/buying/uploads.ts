import type { OrderDocument } from '../../../../agency/carriers/contract/documents.ts'
import {
  type DocumentRecord,
  findDocument,
  listDocuments,
  openDocument,
} from '../../../../agency/documents/documents.ts'
import { markDelivered } from '../../../../agency/documents/store.ts'
import type { Order } from '../../../../agency/policies/orders.ts'
import type { App } from '../../../../platform/app.ts'
import { transact } from '../../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_A_DAY, addJob } from '../../../../platform/jobs/store.ts'
import { noteOnIntake } from '../../record/intakes.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { lineOf, type OfLine, type ReviewedCarrier, type ReviewedLine } from '../reviewed-line.ts'

export const uploadTypes = ({ documents }: ReviewedLine): string[] => Object.keys(documents?.types ?? {})

export const isUploadType = (line: ReviewedLine, name: string): boolean => uploadTypes(line).includes(name)

export const uploadsNeeded = (intake: ReviewedIntake): readonly string[] =>
  lineOf(intake).documents?.needed(intake.application.household) ?? []

export const inForce = (documents: readonly DocumentRecord[]): DocumentRecord[] =>
  documents.filter(({ status }) => status !== 'superseded')

export const uploadsMissing = (intake: ReviewedIntake, documents: readonly DocumentRecord[]): string[] =>
  uploadsNeeded(intake).filter(needed => {
    const those = inForce(documents).filter(({ type }) => type === needed)
    return those.length === 0 || those.some(({ status }) => status === 'rejected')
  })

export const reviewJob = ({ line }: OfLine): string => `review_${line}_documents`

export const enqueueReview = (app: App, { uid, line }: ReviewedIntake): Promise<void> =>
  addJob(app.db, reviewJob({ line }), { uid }, ATTEMPTS_FOR_A_DAY)

const described = ({ type, filename, media_type, size_bytes, sha256 }: DocumentRecord) => ({
  type,
  filename,
  media_type,
  size_bytes,
  sha256: sha256.toString('hex'),
})

export const documentsForCarrier = async (
  app: App,
  { uid, application: { purchase } }: ReviewedIntake,
): Promise<OrderDocument[]> => {
  const { info_documents = [] } = purchase ?? {}
  const asked = inForce(await listDocuments(app, uid)).filter(({ document_id }) =>
    info_documents.includes(document_id),
  )
  return asked.map(document => ({ document_id: document.document_id, ...described(document) }))
}

const noteDelivered = (app: App, uid: string, facts: { document_id: string; carrier_id: string }) =>
  transact(app, async inside => {
    if (await markDelivered(inside.db, facts.document_id, app.clock.now()))
      await noteOnIntake(inside, uid, { actor: 'service', event: 'document_delivered', facts })
  })

const deliver = async (app: App, carrier: ReviewedCarrier, { uid, request }: Order, document_id: string) => {
  const isDue = (await findDocument(app, document_id))?.delivered_at === null
  const document = isDue ? await openDocument(app, document_id) : null
  if (!document) return
  await carrier.takeDocument({
    request_id: document_id,
    quote_number: request.quote_number,
    ...described(document),
    content: document.bytes.toString('base64'),
  })
  await noteDelivered(app, uid, { document_id, carrier_id: carrier.id })
}

/** Each document is sent under its own id until the carrier confirms it, so the carrier stores it once. */
export const deliverDocuments = async (app: App, carrier: ReviewedCarrier, order: Order): Promise<void> => {
  for (const { document_id } of order.request.documents ?? []) await deliver(app, carrier, order, document_id)
}
