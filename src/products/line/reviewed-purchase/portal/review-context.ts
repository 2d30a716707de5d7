import { html } from 'hono/html'
import type { Underlying } from '../../../../agency/policies/life/limits.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { usd } from '../../../../platform/values/money.ts'
import type { ShownPolicy } from '../../aftersale/shown-policy.ts'
import type { Drawing, Facts } from '../../portal/flow.ts'
import type { Session } from '../operator/session-schema.ts'
import type { BuyersPurchase } from './buyers-purchase.ts'
import type { BuyersReview, BuyersSigning } from './buyers-review.ts'
import { say } from './say.ts'

export type BuyersFacts = Facts & {
  view: BuyersReview
  session: Session
  signing: BuyersSigning | null
  purchase: BuyersPurchase
  policy: (ShownPolicy & { isLimitOld: boolean; underlying: Underlying | null }) | null
  isConsentRefused: boolean
}

export type ReviewContext = BuyersFacts & Drawing

export const chosenCard = ({ session: { selected_offer } }: Pick<ReviewContext, 'session'>): Html =>
  selected_offer
    ? html`<div class="card bound sheet"><dl class="facts">
<dt>${say('Company')}</dt><dd>${selected_offer.carrier}${selected_offer.illustrative ? demonstrationMark : ''}</dd>
<dt>${say('Limit')}</dt><dd>${usd(selected_offer.coverage_limit)}</dd>
<dt>${say('Price')}</dt><dd>${say('{price} a year', { price: usd(selected_offer.annual_price) })}</dd>
</dl></div>`
    : html``

export const startView = ({ view: { household } }: Pick<ReviewContext, 'view'>): Html =>
  household.effective_date === undefined
    ? html``
    : html`<p>${say('Your start date is {day}. If the policy isn’t ordered by then, nothing is bought, and you choose again. You’re not covered until your policy is issued.', { day: dayWords(household.effective_date) })}</p>`
