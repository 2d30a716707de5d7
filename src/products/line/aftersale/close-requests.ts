import { isWaiting, type PolicyRequest, settlePolicyRequest } from '../../../agency/policies/life/requests.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'

type Closing = Pick<PolicyRequest, 'kind'> & { status: 'done' | 'declined'; answer: string; actor: string }

export const closeRequests = async (
  app: App,
  policy: Policy,
  { kind, status, answer, actor }: Closing,
): Promise<void> => {
  for (const request of policy.requests.filter(isWaiting))
    if (request.kind === kind)
      await settlePolicyRequest(app, request.request_id, { outcome: { status, answer }, by: actor })
}
