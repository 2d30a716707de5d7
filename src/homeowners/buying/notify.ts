import type { App } from '../../app.ts'
import { bindHeldEmail, type HeldFacts } from '../../emails/bind-held.ts'
import { type BoundFacts, policyBoundEmail } from '../../emails/homeowners-bound.ts'
import { moneyBackWords } from '../../emails/payment-notices.ts'
import type { MoneyOutcome } from '../../line/buying/settle-money.ts'
import { usdCents } from '../../line/fields/money.ts'
import { momentIn } from '../../line/wire/coverage-start.ts'
import { type PolicyFacts, stateOf } from '../../policies/terms.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { type EmailFacts, tellHomeowner } from '../quoting/notify.ts'

const boundFacts = (policy: PolicyFacts): BoundFacts['policies'][number] => ({
  ...policy,
  covered_from: momentIn(stateOf(policy), new Date(policy.effective_at)),
  covers: policy.location.lines.join(', '),
})

export const tellBound = async (
  app: App,
  intake: HomeownersIntakeRecord,
  policies: readonly PolicyFacts[],
): Promise<void> => {
  if (policies.length === 0) return
  const email = (to: string, facts: EmailFacts) =>
    policyBoundEmail(to, { ...facts, policies: policies.map(boundFacts) })
  await tellHomeowner(app, intake, { purpose: 'policy_bound', email })
}

export const tellHeld = async (
  app: App,
  intake: HomeownersIntakeRecord,
  carriers: HeldFacts['carriers'],
  money: MoneyOutcome,
): Promise<void> => {
  if (carriers.length === 0) return
  const email = (to: string, facts: EmailFacts) =>
    bindHeldEmail(to, { ...facts, carriers, money_back: moneyBackWords({ ...money, usd: usdCents }) })
  await tellHomeowner(app, intake, { purpose: 'bind_held', email })
}
