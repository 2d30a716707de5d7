import type { App } from '../app.ts'
import { inThousands } from '../carriers/underlying-limits.ts'
import type { DocumentRecord } from '../documents/documents.ts'
import { fail } from '../errors.ts'
import { usd } from '../line/money.ts'
import type { Purchase } from './application.ts'
import { goOn } from './info-request.ts'
import { lockForJob, readIntake } from './intake.ts'
import type { StoredOffer } from './publish-offers.ts'
import { settleDocuments } from './review-documents-job.ts'
import { selectedOffer } from './selected-offer.ts'
import { countInfoRequests, listInfoRequests } from './store.ts'

const need = <T>(value: T | null | undefined): T => value ?? fail('not_found')

/** What somebody at the desk compares a document with. */
const describe = async (app: App, uid: string) => {
  const intake = need(await readIntake(app, uid))
  const { full_name = '', spouse_full_name, effective_date = '' } = intake.application.household
  const row = await selectedOffer(app, intake)
  const offer = row?.offer as StoredOffer | undefined
  return [
    { label: 'Buyer', value: [full_name, spouse_full_name].filter(Boolean).join(' and ') },
    { label: 'Cover begins', value: effective_date },
    ...(offer
      ? [
          { label: 'Carrier', value: offer.carrier },
          { label: 'Car limits needed', value: inThousands(offer.minimum_auto_limits) },
          { label: 'Home liability needed', value: usd(offer.minimum_home_liability_limit) },
        ]
      : []),
  ]
}

/** In the transaction in which a person judged it. */
const documentReviewed = async (app: App, { uid }: DocumentRecord, actor: string): Promise<void> => {
  const intake = await lockForJob(app, uid)
  if (intake?.status === 'documents_pending_review') await settleDocuments(app, intake, actor)
}

const infoRequests = async (app: App, limit: number) => {
  const rows = await listInfoRequests(app.db, limit)
  const requests = await Promise.all(
    rows.map(async ({ uid, updated_at: since }) => {
      const intake = await readIntake(app, uid)
      return { uid, since, question: intake?.application.purchase?.info_request?.reason ?? '' }
    }),
  )
  return { count: await countInfoRequests(app.db), requests }
}

/** The agency's word settles whatever was asked. */
const infoAnswered = async (
  app: App,
  { uid, answer }: { uid: string; answer: string },
  actor: string,
): Promise<void> => {
  const intake = need(await lockForJob(app, uid))
  if (intake.status !== 'info_requested') fail('conflict', { current_status: intake.status })
  const { application } = intake
  const purchase = application.purchase as Purchase
  const info_answers = { ...purchase.info_answers, agency: answer }
  await goOn(app, intake, { application: { ...application, purchase: { ...purchase, info_answers } }, actor })
}

/** What people at the agency see and decide of umbrella purchases. */
export const umbrellaDesk = { describe, documentReviewed, infoRequests, infoAnswered }
