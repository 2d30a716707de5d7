import { listWaitingRequests } from '../../../agency/policies/life/request-store.ts'
import { isWaiting, openPolicyRequest, type PolicyRequest } from '../../../agency/policies/life/requests.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'

export type WaitingRequest = PolicyRequest & { policy_number: string; carrier: string; policy: Policy | null }

const of = (request: PolicyRequest, policy: Policy | null): WaitingRequest => {
  const { policy_number = '–', carrier = '–' } = policy ?? {}
  return { ...request, policy_number, carrier, policy }
}

export const waitingRequests = async (app: App, asked: PageAsked): Promise<WaitingRequest[]> => {
  const found: WaitingRequest[] = []
  for (const row of await listWaitingRequests(app.db, asked))
    found.push(of(openPolicyRequest(app, row), (await policyOf(app, row)) ?? null))
  return found
}

export const requestsWaitingIn = (policies: readonly Policy[]): WaitingRequest[] =>
  policies.flatMap(policy => policy.requests.filter(isWaiting).map(request => of(request, policy)))
