import { listDocuments } from '../../../agency/documents/documents.ts'
import type { App } from '../../../platform/app.ts'
import { boundTurn } from '../../line/aftersale/policy-turn.ts'
import { orderTurn } from '../../line/buying/order-turn.ts'
import { marketTurn, turnWithoutOffers } from '../../line/offers/market-turn.ts'
import { listOffers } from '../../line/offers/store.ts'
import { taskTurn } from '../../line/tasks/turn.ts'
import { type Turn, turns } from '../../line/wire/waiting-on.ts'
import { umbrellaTurn } from '../application/statuses.ts'
import type { UmbrellaIntakeRecord } from './intake.ts'

const isAtDesk = async (app: App, { uid, status, application }: UmbrellaIntakeRecord): Promise<boolean> => {
  if (status === 'info_requested') return (application.purchase?.info_request?.fields ?? []).length === 0
  if (status !== 'documents_pending_review') return false
  return (await listDocuments(app, uid)).some(document => document.status === 'needs_person')
}

const hasOffers = async (app: App, intake: UmbrellaIntakeRecord): Promise<boolean> =>
  intake.status === 'quoted' &&
  (await listOffers(app.db, intake)).some(({ refused_at }) => refused_at === null)

const marketOf = async (app: App, intake: UmbrellaIntakeRecord, isOffered: boolean): Promise<Turn> => {
  const { uid, status } = intake
  const person = turns.buyer
  if (status === 'pending_quotes')
    return taskTurn(app, uid, { person, market: marketTurn(app, intake), kind: 'quote' })
  if (status === 'quoted' && !isOffered)
    return taskTurn(app, uid, { person, market: turnWithoutOffers(app, intake), kind: 'quote' })
  return status === 'waiting_on_carrier'
    ? taskTurn(app, uid, { person, market: orderTurn(app, uid), kind: 'bind' })
    : turns.carrier
}

export const turnOf = async (
  app: App,
  intake: UmbrellaIntakeRecord,
  { needsProof = false } = {},
): Promise<Turn> => {
  if (intake.erasedAt !== null) return turns.over
  if (intake.status === 'bound') return boundTurn(app, intake.uid, turns.buyer)
  const isOffered = await hasOffers(app, intake)
  return umbrellaTurn(intake.status, {
    market: await marketOf(app, intake, isOffered),
    hasOffers: isOffered,
    isShopper: intake.owner === null,
    needsProof,
    isAtDesk: await isAtDesk(app, intake),
    sandbox: intake.sandbox,
    paymentFailed: intake.application.purchase?.payment_failed === true,
  })
}
