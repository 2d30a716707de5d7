import { renewalReopenedEmail } from '../../../agency/emails/buying/renewal.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { RenewalResult } from './after-sale.ts'
import { lockLive } from './lock-live.ts'
import { renewalEmailFacts, reopenedOf, type Settling } from './renewals.ts'

type Reopening = Settling & { renewal_id: string; answer: string }

export const lookAgain = async (
  app: App,
  about: Pick<Policy, 'uid' | 'policy_id'>,
  { renewal_id, answer, ...settling }: Reopening,
): Promise<RenewalResult> => {
  const policy = await lockLive(app, about)
  const renewal = policy?.renewals.at(-1)
  if (!policy || renewal?.renewal_id !== renewal_id) return 'too_late'
  if (!(await reopenedOf(app, { policy, renewal }, settling))) return 'too_late'
  await settling.line.tell(app, policy.uid, {
    purpose: 'renewal',
    email: (to, { firstName }) =>
      renewalReopenedEmail(to, { firstName, ...renewalEmailFacts(app, policy, renewal), answer }),
  })
  return 'recorded'
}
