import type { App } from '../../app.ts'
import type { PageAsked } from '../../db/after-row.ts'
import { priceNow } from '../../line/aftersale/shown-life.ts'
import { hasOfferLapsed } from '../../policies/life/life.ts'
import type { Underlying } from '../../policies/life/limits.ts'
import { listOpenRenewals } from '../../policies/life/renewal-store.ts'
import { openRenewalRow, type Renewal } from '../../policies/life/renewals.ts'
import { isWaiting } from '../../policies/life/requests.ts'
import { policiesIn } from '../../policies/policies.ts'
import { lineFor } from '../policy-requests/policy-requests.ts'

export type WaitingRenewal = Renewal & {
  known_as: string
  carrier: string
  price_now: number | null
  isAccepted: boolean
  isLapsed: boolean
  underlying: Underlying | null
}

export const waitingRenewals = async (app: App, asked: PageAsked): Promise<WaitingRenewal[]> => {
  const rows = await listOpenRenewals(app.db, asked)
  const policies = await policiesIn(app, [...new Set(rows.map(({ uid }) => uid))])
  return rows.map(row => {
    const policy = policies.find(({ policy_id }) => policy_id === row.policy_id)
    const { policy_number: known_as = '–', carrier = '–', requests = [] } = policy ?? {}
    return {
      ...openRenewalRow(app, row),
      known_as,
      carrier,
      price_now: policy ? priceNow(policy, app.clock.now()) : null,
      isLapsed: policy !== undefined && hasOfferLapsed(policy, app.clock.now()),
      isAccepted: requests.some(one => one.kind === 'renewal' && isWaiting(one)),
      underlying: policy ? lineFor(row.uid).limits.underlying(policy) : null,
    }
  })
}
