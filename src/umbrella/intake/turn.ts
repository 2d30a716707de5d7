import type { App } from '../../app.ts'
import { listDocuments } from '../../documents/documents.ts'
import type { Turn } from '../../line/wire/waiting-on.ts'
import { umbrellaTurn } from '../application/turn.ts'
import type { UmbrellaIntakeRecord } from './intake.ts'

const isAtDesk = async (app: App, { uid, status, application }: UmbrellaIntakeRecord): Promise<boolean> => {
  if (status === 'info_requested') return (application.purchase?.info_request?.fields ?? []).length === 0
  if (status !== 'documents_pending_review') return false
  return (await listDocuments(app, uid)).some(document => document.status === 'needs_person')
}

export const turnOf = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  { needsProof = false } = {},
): Promise<Turn> =>
  umbrellaTurn(intake.status, {
    isShopper: intake.owner === null,
    needsProof,
    isAtDesk: await isAtDesk(app, intake),
    sandbox: intake.sandbox,
  })
