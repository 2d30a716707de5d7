import { type DocumentRecord, listDocuments } from '../../../agency/documents/documents.ts'
import { type Payment, paymentsOf } from '../../../agency/payments/payments.ts'
import { type BlockedPurchase, ordersOf } from '../../../agency/policies/orders.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { DeskInfoRequest, IntakeSummary } from '../../../products/line/desk.ts'
import type { DeskLines } from '../../../products/lines.ts'
import { findListed, type Listed } from '../book/listed.ts'
import { requestsWaitingIn, type WaitingRequest } from '../policy-requests/policy-requests.ts'
import { renewalsWaitingIn, type WaitingRenewal } from '../renewals/record-renewal.ts'
import { handlersOf } from './queue.ts'

export type CustomersWork = {
  who: Listed
  documents: (DocumentRecord & { about: IntakeSummary })[]
  payments: Payment[]
  questions: DeskInfoRequest[]
  blocked: BlockedPurchase[]
  requests: WaitingRequest[]
  renewals: WaitingRenewal[]
}

const isBlocked = ({ outcome, closed_at }: BlockedPurchase): boolean =>
  outcome === 'blocked' && closed_at === null

export const readWork = async (app: App, lines: DeskLines, uid: string): Promise<CustomersWork> => {
  const who = (await findListed(app, uid)) ?? fail('not_found')
  const handlers = handlersOf(lines, uid)
  const documents = (await listDocuments(app, uid)).filter(({ status }) => status === 'needs_person')
  const about = documents.length === 0 ? undefined : await handlers?.describe(app, uid)
  const policies = await policiesOf(app, uid)
  const questions = (await handlers?.infoRequests(app, { after: null, limit: 1, uid })) ?? []
  const work = {
    who,
    documents: documents.map(document => ({
      ...document,
      about: about ?? { facts: [], answers: [], askable: [] },
    })),
    questions,
    payments: (await paymentsOf(app, uid)).filter(({ status }) => status === 'open'),
    blocked: ((await ordersOf(app, uid)) as BlockedPurchase[]).filter(isBlocked),
    requests: requestsWaitingIn(policies),
    renewals: renewalsWaitingIn(app, policies),
  }
  return who.sandbox ? { ...work, payments: [], blocked: [], questions: [], renewals: [] } : work
}
