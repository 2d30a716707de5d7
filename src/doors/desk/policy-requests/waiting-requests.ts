import { listWaitingRequests } from '../../../agency/policies/life/request-store.ts'
import { openPolicyRequest, type PolicyRequest } from '../../../agency/policies/life/requests.ts'
import { type Policy, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'

export type WaitingRequest = PolicyRequest & { policy_number: string; carrier: string; policy: Policy | null }

export const waitingRequests = async (app: App, asked: PageAsked): Promise<WaitingRequest[]> => {
  const found: WaitingRequest[] = []
  for (const row of await listWaitingRequests(app.db, asked)) {
    const policy = await policyOf(app, row)
    const { policy_number = '–', carrier = '–' } = policy ?? {}
    found.push({ ...openPolicyRequest(app, row), policy_number, carrier, policy: policy ?? null })
  }
  return found
}
