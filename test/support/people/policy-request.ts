import { keepRenewal, recordRenewal } from '../../../src/agency/policies/life/renewals.ts'
import { keepPolicyRequest } from '../../../src/agency/policies/life/requests.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { lineOf } from '../../../src/platform/lines.ts'
import { answerPolicyRequest } from '../../../src/products/line/aftersale/policy-requests.ts'
import { lines } from '../../../src/products/lines.ts'
import type { TestService } from '../servers/service.ts'

/** A renewal that the carrier offered. */
export const anOfferedRenewal = ({ app }: Pick<TestService, 'app'>, uid: string): Promise<void> =>
  transact(app, async inside => {
    const [policy] = await policiesOf(inside, uid)
    if (!policy) throw new Error(`${uid} has no policy.`)
    const { policy_id, expiration_date: due_on } = policy
    const renewal = await keepRenewal(inside, { uid, policy_id, due_on }, 'service')
    if (!renewal) throw new Error(`${uid} has its renewal.`)
    const terms = {
      annual_price: 900,
      period_to: '2999-01-01',
      valid_until: null,
      reasons: ['It costs more.'],
    }
    await recordRenewal(inside, renewal, { outcome: { status: 'offered', ...terms }, by: 'staff:test' })
  })

/** A request about the policy of an application, and its answer. */
export const anAnsweredRequest = ({ app }: Pick<TestService, 'app'>, uid: string): Promise<void> =>
  transact(app, async inside => {
    const [policy] = await policiesOf(inside, uid)
    if (!policy) throw new Error(`${uid} has no policy.`)
    const { policy_id } = policy
    const request = await keepPolicyRequest(inside, {
      uid,
      policy_id,
      kind: 'lender',
      wanted_on: null,
      change: { lender_name: 'First Bank' },
      details: 'New lender: First Bank.',
      asked_by: 'insured',
      actor: 'homeowner',
    })
    const outcome = { status: 'done', answer: 'First Bank is named.' } as const
    const line = lines[lineOf(uid) ?? 'homeowners']
    await answerPolicyRequest(inside, line, request, { outcome, actor: 'staff:test' })
  })
