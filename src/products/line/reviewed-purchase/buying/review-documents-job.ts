import {
  type DocumentContent,
  type DocumentRecord,
  listDocuments,
  openDocument,
  recordReview,
} from '../../../../agency/documents/documents.ts'
import { readFile } from '../../../../agency/documents/file-reader.ts'
import type { Expectations, Verdict } from '../../../../agency/documents/judge.ts'
import { type App, job } from '../../../../platform/app.ts'
import { transact } from '../../../../platform/db/transact.ts'
import { dayOf } from '../../../../platform/lib/clock.ts'
import { lockForJob, type ReviewedIntake, readIntake } from '../intake/intake.ts'
import { movePurchase, noteOnPurchase } from '../intake/writer.ts'
import { selectedOffer } from '../quoting/offers.ts'
import { lineOf, perLine } from '../reviewed-line.ts'
import { askForPayment } from './ask-for-payment.ts'
import { purchaseDueCents, rehearsedIn } from './billing.ts'
import { tellDocuments } from './notify.ts'
import { sendOrder } from './order.ts'
import { inForce, reviewJob } from './uploads.ts'

export const reviewDocument = async (
  app: App,
  { bytes, uid }: DocumentContent,
  expected: Expectations,
): Promise<Verdict> => {
  const question = { expected, today: dayOf(app.clock.now()) }
  const outcome = await readFile(app, { bytes, from: uid, question })
  const verdict = outcome.kind === 'read' ? outcome.verdict : null
  return verdict ?? { status: 'needs_person', reason: 'It could not be read by machine.' }
}

const rehearsed = (intake: ReviewedIntake, documents: readonly DocumentRecord[]): Verdict => {
  const wasRejected = documents.some(({ reviewed_at }) => reviewed_at !== null)
  return rehearsedIn(intake) === 'documents_rejected' && !wasRejected
    ? {
        status: 'rejected',
        reason: 'The sandbox rejects the first documents of this household. Send them again.',
      }
    : { status: 'accepted', reason: null }
}

const judged = async (app: App, intake: ReviewedIntake, { document_id, type }: DocumentRecord) => {
  const row = await selectedOffer(app, intake)
  const document = await openDocument(app, document_id)
  const { documents } = lineOf(intake)
  if (!row || !document || !documents)
    throw new Error(`${intake.uid} has documents to review without an offer.`)
  const expected = documents.expectationsOf(type, intake.application.household, row.offer)
  return reviewDocument(app, document, expected)
}

export const settleDocuments = async (app: App, intake: ReviewedIntake, actor: string): Promise<void> => {
  const documents = inForce(await listDocuments(app, intake.uid))
  if (documents.some(({ status }) => status === 'received' || status === 'needs_person')) return
  const rejected = documents.filter(({ status }) => status === 'rejected')
  if (rejected.length > 0) {
    const facts = { types: [...new Set(rejected.map(({ type }) => type))] }
    const asked = await movePurchase(app, intake, {}, { actor, event: 'documents_rejected', facts })
    const reasons = rejected.flatMap(({ reason }) => (reason === null ? [] : [reason]))
    return tellDocuments(app, asked, [...new Set(reasons)])
  }
  const row = await selectedOffer(app, intake)
  if (row && purchaseDueCents(app, intake, row) === 0) {
    const event = 'documents_accepted_unbilled'
    await sendOrder(app, await movePurchase(app, intake, {}, { actor, event }))
    return
  }
  await askForPayment(app, intake, { actor, event: 'documents_accepted' })
}

/** Reading takes seconds, so it happens outside the transaction. Each verdict counts once. */
export const reviewJobIn = perLine(line =>
  job<{ uid: string }>({
    name: reviewJob({ line: line.name }),
    async run(app, { uid }) {
      const intake = await readIntake(app, uid)
      if (intake?.status !== 'documents_pending_review') return
      const documents = await listDocuments(app, uid)
      for (const document of inForce(documents).filter(({ status }) => status === 'received')) {
        const verdict = intake.sandbox ? rehearsed(intake, documents) : await judged(app, intake, document)
        await recordReview(app, document.document_id, { ...verdict, by: 'service' })
      }
      await transact(app, async inside => {
        const locked = await lockForJob(inside, uid)
        if (locked?.status !== 'documents_pending_review') return
        if (inForce(await listDocuments(inside, uid)).some(({ status }) => status === 'needs_person'))
          await noteOnPurchase(inside, locked, {}, { actor: 'service', event: 'documents_at_desk' })
        else await settleDocuments(inside, locked, 'service')
      })
    },
  }),
)
