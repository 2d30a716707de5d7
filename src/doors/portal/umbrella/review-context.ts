import type { Underlying } from '../../../agency/policies/life/limits.ts'
import type { ShownPolicy } from '../../../products/line/aftersale/shown-policy.ts'
import type { Session } from '../../../products/line/reviewed-purchase/operator/session-schema.ts'
import type { BuyersPurchase } from '../../../products/line/reviewed-purchase/portal/buyers-purchase.ts'
import type {
  BuyersReview,
  BuyersSigning,
} from '../../../products/line/reviewed-purchase/portal/buyers-review.ts'
import type { Drawing, Facts } from '../flow/flow.ts'

export type BuyersFacts = Facts & {
  view: BuyersReview
  session: Session
  signing: BuyersSigning | null
  purchase: BuyersPurchase
  policy: (ShownPolicy & { isLimitOld: boolean; underlying: Underlying | null }) | null
  isConsentRefused: boolean
}

export type ReviewContext = BuyersFacts & Drawing
