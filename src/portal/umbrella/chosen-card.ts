import { html } from 'hono/html'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { demonstrationMark } from '../../pages/service-marks.ts'
import type { ReviewContext } from './review-context.ts'

export const chosenCard = ({ session: { selected_offer } }: Pick<ReviewContext, 'session'>): Html =>
  selected_offer
    ? html`<div class="card bound sheet"><dl class="facts">
<dt>Company</dt><dd>${selected_offer.carrier}${selected_offer.illustrative ? demonstrationMark : ''}</dd>
<dt>Limit</dt><dd>${usd(selected_offer.coverage_limit)}</dd>
<dt>Price</dt><dd>${usd(selected_offer.annual_price)} a year</dd>
</dl></div>`
    : html``
