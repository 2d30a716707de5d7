import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { readAtOnce, transact } from '../../../platform/db/transact.ts'
import { type Document, type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { portalPage } from '../../line/portal/frame.ts'
import { chosenBadge, offerCard, priceStrip } from '../../line/portal/offer-card.ts'
import { askedCookie, readAsked } from '../../line/portal/sign-in.ts'
import type { HomeownerCaller } from '../intake/intake.ts'
import { coverageList } from './coverage-guide.ts'
import { elsewhere, homeownerFlow } from './flow.ts'
import { say } from './say.ts'
import {
  lastDayShared,
  readShared,
  type SharedHome,
  type SharedOffer,
  sharedUntil,
  sharedUrl,
  shareQuotes,
  stopSharing,
} from './share.ts'
import type { StepContext } from './step-context.ts'
import type { PortalView } from './view.ts'

const PATH = '/portal/share'

const canShare = ({ homes }: PortalView): boolean => homes.some(({ offers }) => offers.length > 0)

const created = (
  url: string,
  lastDay: string,
): Html => html`<section class="card bound sheet" aria-labelledby="link">
<h2 id="link" tabindex="-1" autofocus>${say('Your link')}</h2>
<p class="one-time-key">${url}</p>
<p>${say('Copy it now: we won’t show it again later. It works until {day}.', { day: dayWords(lastDay) })}</p>
</section>`

const active = (
  token: Html,
  lastDay: string,
): Html => html`<form method="post" action="${PATH}/stop" class="card bound sheet" aria-labelledby="active">${token}
<h2 id="active">${say('You’re sharing your quotes')}</h2>
<p>${say('The link works until {day}. You can turn it off at any time.', { day: dayWords(lastDay) })}</p>
<p><button class="secondary">${say('Stop sharing')}</button></p>
</form>`

const create = (
  token: Html,
  isAgain: boolean,
): Html => html`<form method="post" action="${PATH}" class="card bound sheet" aria-labelledby="create">${token}
<h2 id="create">${isAgain ? say('Create another link') : say('Create a link')}</h2>
<ul>
<li>${say('The other person sees your first name, your city, the quotes, and which one you chose.')}</li>
<li>${say('They can’t see your address or your answers, and they can’t choose or buy.')}</li>
<li>${say('The link works for seven days. Anyone who has it can open it.')}${isAgain ? ` ${say('A new link replaces the previous one.')}` : ''}</li>
</ul>
<p><button class="${isAgain ? 'secondary' : ''}">${say('Create a link to share')}</button></p>
</form>`

const shown = (
  app: App,
  context: StepContext,
  { until, url }: { until: Date | null; url?: string },
): Promise<Document> => {
  const { view, token } = context
  const lastDay = until && lastDayShared(view, until)
  return homeownerFlow.frame(app, context, {
    title: say('Share your quotes'),
    body: html`<div class="leaf">
<p><a href="/portal">${say('Back to your quotes')}</a></p>
<h1>${say('Share your quotes')}</h1>
<p class="lede">${say('Show them to your spouse, your partner or anyone else before you decide.')}</p>
${lastDay && url !== undefined ? created(url, lastDay) : ''}
${lastDay ? active(token, lastDay) : ''}
${create(token, lastDay !== null)}
</div>`,
  })
}

type Made = { url: string }

const linkOf = ({ uid }: HomeownerCaller): string => `share ${uid}`

const sharePage = homeownerFlow.page({ path: '/share' }, async (app, caller, context) => {
  const { view, nextPath, request } = context
  if (!canShare(view)) return elsewhere(nextPath)
  const made = request.query.created === undefined ? null : readAsked<Made>(app, request, linkOf(caller))
  return shown(app, context, { until: await sharedUntil(app, caller), ...made })
})

/** We keep only the link's hash, so this browser keeps the link for the next page. */
const shareForm = homeownerFlow.page({ method: 'POST', path: '/share' }, async (app, caller, context) => {
  if (!canShare(context.view)) return elsewhere(context.nextPath)
  const { token } = await transact(app, inside => shareQuotes(inside, caller))
  return redirect(`${PATH}?created`, [askedCookie(app, linkOf(caller), { url: sharedUrl(app, token) })])
})

const stopForm = homeownerFlow.form({
  path: '/share/stop',
  async send(app, caller) {
    await stopSharing(app, caller)
    return { next: pathWithNotice('/portal', 'sharing_stopped') }
  },
})

export const sharePages: readonly DocumentRow<App>[] = [sharePage, shareForm, stopForm]

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
