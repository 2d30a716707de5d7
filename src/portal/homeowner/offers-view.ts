import { html } from 'hono/html'
import { creditNoticeWords, creditRights } from '../../emails/adverse-action.ts'
import type { PortalHome, PortalView } from '../../homeowners/portal/facts.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { countWords, type Screen } from '../frame/screen.ts'
import { offerCard } from './offer-card.ts'
import { binderLinks } from './policy-view.ts'
import { contactAgency, messagesView, type StepContext } from './step-context.ts'

const priceChange = ({ view: { priceChange: change } }: StepContext): Html => {
  if (!change) return html``
  const { from, to, because } = change
  if (from === to) return html`<p class="callout success">The price is the same as before.</p>`
  return html`<section class="callout info change" aria-labelledby="change">
<h2 id="change">The price went ${to > from ? 'up' : 'down'} by ${usd(Math.abs(to - from))} a year</h2>
<p class="from-to"><span>Before <s>${usd(from)}</s></span> <span aria-hidden="true">→</span> <span>Now <strong>${usd(to)}</strong></span></p>
<ul>${because.map(reason => html`<li>${reason}</li>`)}</ul>
</section>`
}

const estimateNote = ({ view }: StepContext): Html =>
  view.homes.some(({ offers }) => offers.some(({ is_estimate }) => is_estimate))
    ? html`<div class="callout warning"><p>These prices rest on estimates about your home. You check them before you sign; a correction can move the price. <a href="/portal/review">Check them now</a></p></div>`
    : html``

const declined = ({ declines }: PortalHome): Html =>
  declines.length === 0
    ? html``
    : html`<section class="card well declines">
<h3>${countWords(declines.length, 'company', 'companies')} made no offer</h3>
<dl>${declines.map(({ carrier, reason }) => html`<dt>${carrier}</dt><dd>${reason}</dd>`)}</dl>
</section>`

const homeOffers = (home: PortalHome, isOne: boolean): Html => {
  const dearest = Math.max(...home.offers.map(({ annual_price }) => annual_price))
  return html`<section class="home">
<h2 class="${isOne ? 'hidden' : ''}">${isOne ? 'The offers' : home.address}</h2>
${home.offers.length === 0 ? html`<p>No company would insure this home.</p>` : ''}
<div class="offers">
${home.offers.map(offer => offerCard(offer, { isOne, dearest }))}
${declined(home)}
</div>
</section>`
}

/** Homes that have a policy already are left out: what was bought is bought. */
const uninsured = ({ homes }: PortalView): PortalHome[] => homes.filter(({ policy }) => policy === null)

const choices = ({ view, token }: StepContext): Html => {
  const open = uninsured(view)
  const isOne = open.length === 1
  return html`<form method="post" action="/portal/quotes">
${token}
${open.map(home => homeOffers(home, isOne))}
${isOne ? '' : html`<p class="row"><button>Continue with these offers</button></p>`}
</form>`
}

/** The person is told on the page what the law has them told by mail too. */
const creditNotices = ({ view: { creditNotices: notices } }: StepContext): Html =>
  notices.length === 0
    ? html``
    : html`<section class="card bound sheet notices" aria-labelledby="notices">
<h2 id="notices">Your credit was used: what you have a right to know</h2>
${[...notices.map(creditNoticeWords), ...creditRights].map(words => html`<p>${words}</p>`)}
</section>`

const refusals = ({ view }: StepContext): Html =>
  html`${view.refusals.map(
    ({ carrier, reason, address }) => html`<section class="callout warning">
<h2>${carrier} did not issue the policy</h2>
<p>${reason}</p>
<p>Nothing was bought for ${address}, and nothing is owed.</p>
</section>`,
  )}`

/** Of several homes some may be insured while others still need an offer. */
const issued = ({ view }: StepContext): Html =>
  html`${view.homes.flatMap(({ policy }) =>
    policy
      ? [
          html`<div class="callout success"><p>${policy.address} is insured: ${policy.carrier}, policy ${policy.policy_number}. ${binderLinks(policy)}</p></div>`,
        ]
      : [],
  )}`

/** Somebody who has chosen came back to look at the others. */
const onward = ({ view }: StepContext): Html =>
  view.step === 'review' || view.step === 'sign'
    ? html`<p class="row"><a class="button" href="/portal">Continue with the chosen offer</a></p>`
    : html``

const count = ({ homes }: PortalView): number =>
  homes.flatMap(({ offers }) => offers).filter(({ unavailable }) => !unavailable).length

const lede = ({ view }: StepContext): string => {
  const [home, ...others] = uninsured(view)
  if (others.length > 0) return 'Choose one offer for each home. Nothing is bought until you sign.'
  return `${countWords(count(view), 'company', 'companies')} would insure ${home?.address}. Choose one. Nothing is bought until you sign.`
}

const ranOut = (context: StepContext): Screen => ({
  title: 'Your offers have run out',
  body: html`<div class="leaf">
${messagesView(context)}
<h1>Your offers have run out</h1>
<p class="lede">An offer is good for 30 days. Ask for new ones: your answers are kept, and it takes a minute.</p>
<form method="post" action="/portal/quotes/renew" class="card bound sheet">${context.token}<p><button>Ask for new offers</button></p></form>
</div>`,
})

export const offersStep = (context: StepContext): Screen => {
  const { view } = context
  if (view.offersExpired) return ranOut(context)
  return {
    title: 'Your offers',
    body: html`${messagesView(context)}
<div class="heading"><h1>${count(view) === 1 ? 'Your offer' : 'Your offers'}</h1>
<p class="lede">${lede(context)}</p></div>
${issued(context)}
${refusals(context)}
${priceChange(context)}
${estimateNote(context)}
${onward(context)}
${choices(context)}
${creditNotices(context)}`,
  }
}

export const noOffersStep = (context: StepContext): Screen => ({
  title: 'No offers',
  body: html`<div class="leaf">
${messagesView(context)}
<h1>No company made an offer</h1>
<p class="lede">We are sorry. Here is what each of them said. Nothing was bought, and you owe nothing.</p>
${refusals(context)}
${context.view.homes.map(home => declined(home))}
<div class="card bound sheet"><h2>What you can do</h2>
<ul>
<li>If an answer about your home is wrong, <a href="/portal/review">correct it</a>: the companies are asked again.</li>
<li>Or ${contactAgency(context)}: there are companies for homes that others decline, and most states have an insurer of last resort.</li>
</ul></div>
${creditNotices(context)}
</div>`,
})
