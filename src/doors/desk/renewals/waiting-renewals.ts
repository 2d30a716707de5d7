import { hasOfferLapsed } from '../../../agency/policies/life/life.ts'
import type { Underlying } from '../../../agency/policies/life/limits.ts'
import { listOpenRenewals } from '../../../agency/policies/life/renewal-store.ts'
import { isOpenRenewal, openRenewalRow, type Renewal } from '../../../agency/policies/life/renewals.ts'
import { isWaiting } from '../../../agency/policies/life/requests.ts'
import { type Policy, policiesIn } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { priceNow } from '../../../products/line/aftersale/shown-life.ts'
import { lineFor } from '../policy-requests/policy-requests.ts'

export type WaitingRenewal = Renewal & {
  known_as: string
  carrier: string
  price_now: number | null
  isAccepted: boolean
  isLapsed: boolean
  underlying: Underlying | null
}

const of = (app: App, renewal: Renewal, policy: Policy | undefined): WaitingRenewal => {
  const { policy_number: known_as = '–', carrier = '–', requests = [] } = policy ?? {}
  return {
    ...renewal,
    known_as,
    carrier,
    price_now: policy ? priceNow(policy, app.clock.now()) : null,
    isLapsed: policy !== undefined && hasOfferLapsed(policy, app.clock.now()),
    isAccepted: requests.some(one => one.kind === 'renewal' && isWaiting(one)),
    underlying: policy ? lineFor(renewal.uid).limits.underlying(policy) : null,
  }
}

export const waitingRenewals = async (app: App, asked: PageAsked): Promise<WaitingRenewal[]> => {
  const rows = await listOpenRenewals(app.db, asked)
  const policies = await policiesIn(app, [...new Set(rows.map(({ uid }) => uid))])
  return rows.map(row =>
    of(
      app,
      openRenewalRow(app, row),
      policies.find(({ policy_id }) => policy_id === row.policy_id),
    ),
  )
}

export const renewalsWaitingIn = (app: App, policies: readonly Policy[]): WaitingRenewal[] =>
  policies.flatMap(policy =>
    policy.end === null ? policy.renewals.filter(isOpenRenewal).map(one => of(app, one, policy)) : [],
  )
