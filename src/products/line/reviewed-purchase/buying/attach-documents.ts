import type { Upload } from '../../../../agency/documents/documents.ts'
import { type DocumentRecord, keepDocuments, listDocuments } from '../../../../agency/documents/documents.ts'
import type { App } from '../../../../platform/app.ts'
import { fail } from '../../../../platform/errors.ts'
import type { Origin } from '../../../../platform/values/sourced.ts'
import { originOf } from '../../acts/actor.ts'
import type { Actor, CallerWording, ReviewedIntake } from '../intake/intake.ts'
import { refuseWrongState } from '../intake/intake.ts'
import { movePurchase, noteOnPurchase } from '../intake/writer.ts'
import { giveInformation } from './info-request.ts'
import { enqueueReview, inForce, uploadsMissing } from './uploads.ts'

export const refuseUnlessDocumentsAsked = async (
  app: App,
  words: CallerWording,
  intake: ReviewedIntake,
): Promise<void> => {
  if (intake.status !== 'documents_needed' && intake.status !== 'info_requested')
    await refuseWrongState(app, words, intake, 'No documents are needed right now.')
}

/** Far more than any purchase needs. It limits what one caller can make us store. */
const MOST_FILES = 60

const refuseTooMany = async (app: App, { uid, status }: ReviewedIntake, more: number): Promise<void> => {
  const { length } = await listDocuments(app, uid)
  if (length + more > MOST_FILES)
    fail('conflict', {
      message: `A purchase can have at most ${MOST_FILES} files, and ${length} were already uploaded. Ask the agency to continue with those.`,
      current_status: status,
    })
}

type Attached = { types: string[]; documents: string[]; actor: string; by: Origin }

const addDocuments = async (app: App, intake: ReviewedIntake, { types, actor }: Attached) => {
  const documents = await listDocuments(app, intake.uid)
  const facts = { types }
  if (uploadsMissing(intake, documents).length > 0)
    return noteOnPurchase(app, intake, {}, { actor, event: 'documents_attached', facts })
  const complete = await movePurchase(app, intake, {}, { actor, event: 'documents_complete', facts })
  await enqueueReview(app, complete)
  return complete
}

const answerWithDocuments = (app: App, intake: ReviewedIntake, { types, documents, actor, by }: Attached) =>
  giveInformation(app, intake, {
    application: intake.application,
    given: { answers: Object.fromEntries(types.map(type => [type, 'attached'])), documents, by },
    actor,
  })

export const attachDocuments = async (
  app: App,
  actor: Actor,
  { intake, uploads }: { intake: ReviewedIntake; uploads: readonly Upload[] },
): Promise<{ intake: ReviewedIntake; kept: DocumentRecord[]; replaced: DocumentRecord[] }> => {
  await refuseUnlessDocumentsAsked(app, actor.words, intake)
  await refuseTooMany(app, intake, uploads.length)
  const types = new Set(uploads.map(({ type }) => type))
  const replaced = inForce(await listDocuments(app, intake.uid)).filter(({ type }) => types.has(type))
  const kept = await keepDocuments(app, intake, uploads)
  const attached = {
    types: [...types],
    documents: kept.map(({ document_id }) => document_id),
    actor: actor.name,
    by: originOf(actor),
  }
  const take = intake.status === 'info_requested' ? answerWithDocuments : addDocuments
  return { intake: await take(app, intake, attached), kept, replaced }
}
