import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { randomId } from '../../../platform/lib/random.ts'
import type { PolicyChange } from '../../carriers/contract/policy-change.ts'
import {
  insertPolicyRequest,
  type PolicyRequestRow,
  policyRequests,
  replaceRequestWords,
  settlePolicyRequestRow,
} from './request-store.ts'

export type PolicyRequest = Omit<PolicyRequestRow, 'details' | 'answer' | 'change'> & {
  details: string
  answer: string | null
  /** Null: a request in words. */
  change: PolicyChange | null
}

const sealWords = (
  { sealer }: App,
  request_id: string,
  column: 'details' | 'answer' | 'change',
  words: string,
): Buffer => sealer.seal(policyRequests.context(column, { request_id }), words)

export const openPolicyRequest = ({ sealer }: App, row: PolicyRequestRow): PolicyRequest => ({
  ...row,
  details: sealer.open(policyRequests.context('details', row), row.details),
  answer: row.answer && sealer.open(policyRequests.context('answer', row), row.answer),
  change: row.change && sealer.openJson<PolicyChange>(policyRequests.context('change', row), row.change),
})

export const isWaiting = ({ status }: Pick<PolicyRequest, 'status'>): boolean =>
  status === 'open' || status === 'with_carrier'

type NewRequest = Pick<
  PolicyRequest,
  'policy_id' | 'uid' | 'kind' | 'wanted_on' | 'details' | 'change' | 'asked_by' | 'actor'
>

export const keepPolicyRequest = async (app: App, asked: NewRequest): Promise<PolicyRequest> => {
  assertTransaction(app)
  const request_id = randomId(app.random, 'prq')
  const request: PolicyRequest = {
    ...asked,
    request_id,
    asked_at: app.clock.now(),
    status: 'open',
    answer: null,
    answered_by: null,
    answered_at: null,
  }
  const details = sealWords(app, request_id, 'details', asked.details)
  const change = asked.change && sealWords(app, request_id, 'change', JSON.stringify(asked.change))
  await insertPolicyRequest(app.db, { ...request, details, answer: null, change })
  return request
}

export type RequestOutcome = { status: 'with_carrier' } | { status: 'done' | 'declined'; answer: string }

export const settlePolicyRequest = (
  app: App,
  request_id: string,
  { outcome, by }: { outcome: RequestOutcome; by: string },
): Promise<boolean> =>
  settlePolicyRequestRow(app.db, {
    request_id,
    status: outcome.status,
    answer: 'answer' in outcome ? sealWords(app, request_id, 'answer', outcome.answer) : null,
    answered_by: by,
    answered_at: app.clock.now(),
  })

/** The kind and the time of the request stay; its words are erased. */
export const eraseRequestWords = async (app: App, { request_id, answer }: PolicyRequestRow): Promise<void> =>
  replaceRequestWords(app.db, {
    request_id,
    details: sealWords(app, request_id, 'details', ''),
    answer: answer && sealWords(app, request_id, 'answer', ''),
    change: null,
  })
