import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { say } from '../words/say.ts'
import type { ReviewContext } from './review-context.ts'

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
