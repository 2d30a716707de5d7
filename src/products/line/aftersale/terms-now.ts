import type { EmailFact } from '../../../agency/emails/layout.ts'
import {
  howPaid,
  howPaidRows,
  nextPaymentOf,
  type PaidRow,
  renewalPaidRows,
  unknownPaidRow,
} from '../../../agency/policies/how-paid.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import type { PolicyFacts } from '../../../agency/policies/terms.ts'
import { isUnstated, limitIn } from '../../../agency/policies/versions.ts'
import type { App } from '../../../platform/app.ts'
import { renewedNow } from './shown-life.ts'

/** `paidRows` uses the reader's language, so call it when the text is written. */
export type TermsNow = {
  annual_price: number
  renewed: { from: string; until: string; limit: number | null } | null
  paidRows(): PaidRow[]
}

export const issuedTerms = async (app: App, uid: string, policy: PolicyFacts): Promise<TermsNow> => {
  const paid = await howPaid(app, uid, policy)
  return {
    annual_price: policy.annual_price,
    renewed: null,
    paidRows: () => (paid ? howPaidRows(paid) : []),
  }
}

export const termsNow = async (app: App, policy: Policy): Promise<TermsNow> => {
  const renewal = renewedNow(policy, app.clock.now())
  if (renewal === null || renewal.period_to === null) return issuedTerms(app, policy.uid, policy)
  const next = renewal.bill_to === 'insured' ? await nextPaymentOf(app, policy.uid, policy) : null
  const { due_on: from, period_to: until } = renewal
  const { terms } = policy
  const limit = isUnstated(terms, 'coverages') ? undefined : limitIn(terms, 'coverage_limit')
  return {
    annual_price: Math.round(terms.price_cents / 100),
    renewed: { from, until, limit: limit ?? null },
    paidRows() {
      const rows = renewalPaidRows(renewal, policy, next)
      return rows.length > 0 ? rows : [unknownPaidRow()]
    },
  }
}

export const paidRowsNow = async (app: App, policy: Policy): Promise<PaidRow[]> =>
  (await termsNow(app, policy)).paidRows()

export const paidFactsIn = ({ paidRows }: TermsNow): EmailFact[] =>
  paidRows()
    .filter(({ recorded }) => !recorded)
    .map(({ label, words }) => [label, words])
