import { html } from 'hono/html'
import type { App } from '../../../../platform/app.ts'
import { readAtOnce } from '../../../../platform/db/transact.ts'
import type { DocumentRow } from '../../../../platform/http/pages/document.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { usd } from '../../../../platform/values/money.ts'
import {
  readShared,
  type SharedHome,
  type SharedOffer,
} from '../../../../products/homeowners/portal/share.ts'
import { portalPage } from '../../frame/frame.ts'
import { chosenBadge, offerCard } from '../../frame/offer-card.ts'
import { priceStrip } from '../../frame/price-strip.ts'
import { say } from '../../words/say.ts'
import { coverageList } from '../offers/coverage-guide.ts'

const card = (
  offer: SharedOffer,
  { isExplained, isOnly }: { isExplained: boolean; isOnly: boolean },
): Html => {
  const { offer_id: id, selected, recommended, coverages, is_estimate, expires_on } = offer
  return offerCard(
    { ...offer, id, isRecommended: recommended && !isOnly },
    {
      beside: selected ? html`<p>${chosenBadge()}</p>` : '',
      coverages: coverageList(coverages, { id, isExplained }),
      foot: html`<p class="soft small">${is_estimate ? `${say('The price is based on estimates and can change.')} ` : ''}${say('Valid until {day}.', { day: dayWords(expires_on) })}</p>`,
    },
  )
}

const bought = ({
  carrier,
  illustrative,
  annual_price,
  covered_from,
}: NonNullable<SharedHome['bought']>): Html =>
  html`<div class="card bound sheet">
<h3>${say('A policy from {carrier} has been issued', { carrier })}</h3>
${illustrative ? demonstrationMark : ''}
<p>${say('{price} a year, effective from {start}.', { price: usd(annual_price), start: covered_from })}</p>
</div>`

const home = ({ city, offers, bought: policy }: SharedHome, at: number): Html => html`<section class="home">
<h2>${city === '' ? say('Home {number}', { number: at + 1 }) : say('The home in {city}', { city })}</h2>
${policy ? bought(policy) : ''}
${!policy && offers.length === 0 ? html`<p>${say('There are no quotes for this home right now.')}</p>` : ''}
${priceStrip(
  offers.map(({ offer_id, ...offer }) => ({ ...offer, id: offer_id })),
  city === '' ? say('Prices a year') : say('Prices a year: {address}', { address: city }),
)}
<div class="offers">
${offers.map((offer, index) => card(offer, { isExplained: at === 0 && index === 0, isOnly: offers.length < 2 }))}
</div>
</section>`

const ended = () => html`<div class="leaf">
<h1>${say('This link no longer works')}</h1>
<p class="lede">${say('Shared quotes can be seen for seven days, or until the person who shared them stops sharing. Ask them for a new link.')}</p>
</div>`

export const sharedPage: DocumentRow<App> = {
  path: '/portal/shared/{token}',
  page: true,
  translated: true,
  contract: null,
  budget: { name: 'shared_quotes', points: 60, seconds: 900, by: 'address' },
  async respond(app, request) {
    const shared = await readAtOnce(app, inside =>
      readShared(inside, request.params.token ?? '', request.language),
    )
    if (!shared)
      return portalPage(app, request, {
        title: say('This link no longer works'),
        status: 410,
        person: null,
        body: ended(),
      })
    const { firstName, sandbox, homes, places, lastDay } = shared
    const title =
      firstName === ''
        ? say('Shared home insurance quotes')
        : say('{name}’s home insurance quotes', { name: firstName })
    return portalPage(app, request, {
      title,
      person: null,
      sandbox,
      places,
      body: html`<div class="heading"><h1>${title}</h1>
<p class="lede">${say('You can look at these quotes, but not choose or buy. This page works until {day}.', { day: dayWords(lastDay) })}</p></div>
${homes.map(home)}`,
    })
  },
}
