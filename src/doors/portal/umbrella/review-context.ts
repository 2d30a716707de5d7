import type { Underlying } from '../../../agency/policies/life/limits.ts'
import type { ShownPolicy } from '../../../products/line/aftersale/shown-policy.ts'
import type { UmbrellaSession } from '../../../products/umbrella/operator/session-schema.ts'
import type { BuyersPurchase } from '../../../products/umbrella/portal/buyers-purchase.ts'
import type { BuyersReview } from '../../../products/umbrella/portal/buyers-review.ts'
import type { BuyersSigning } from '../../../products/umbrella/portal/buyers-signature.ts'
import type { Drawing, Facts } from '../flow/flow.ts'

export type BuyersFacts = Facts & {
  view: BuyersReview
  session: UmbrellaSession
  signing: BuyersSigning | null
  purchase: BuyersPurchase
  policy: (ShownPolicy & { isLimitOld: boolean; underlying: Underlying | null }) | null
  isConsentRefused: boolean
}

export type ReviewContext = BuyersFacts & Drawing
