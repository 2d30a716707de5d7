import { html } from 'hono/html'
import { creditNoticeView, creditRights } from '../../../agency/emails/adverse-action.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { carrierWords } from '../../line/portal/carrier-words.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { declinesView, inEach, inEachView, isCheapest, priceStrip } from '../../line/portal/offer-card.ts'
import { questionErrors } from '../../line/portal/question-errors.ts'
import { messagesView, numberWords, type Screen } from '../../line/portal/screen.ts'
import { asRead } from '../../line/record/consent.ts'
import { renew } from '../answering/renew-offers.ts'
import { offerChoice } from '../application/consent-words.ts'
import { confirmEstimates, correctionProblems } from '../buying/confirm.ts'
import { selectOffers } from '../buying/select.ts'
import { chosenCoverage, coverageChoices, coverageQuestions } from './coverage-choices.ts'
import { coverageGuide, coverageList } from './coverage-guide.ts'
import type { PortalHome, PortalOffer } from './homes.ts'
import { CHOICE, homeOfferCard } from './offer-card.ts'
import { binderLinks } from './policy-view.ts'
import { say, sayHtml } from './say.ts'
import { heldTitle } from './sign-step.ts'
import { contactAgency, type PortalForm, type StepContext, stopsView } from './step-context.ts'
import type { PortalView } from './view.ts'

const priceChange = ({ view: { priceChange: change } }: StepContext): Html => {
  if (!change) return html``
  const { from, to, because } = change
  if (from === to) return html`<p class="callout success">${say('The price didn’t change.')}</p>`
  return html`<section class="callout info change" aria-labelledby="change">
<h2 id="change">${to > from ? say('The price went up by {amount} a year', { amount: usd(to - from) }) : say('The price went down by {amount} a year', { amount: usd(from - to) })}</h2>
<p class="from-to"><span>${say('Before')} <s>${usd(from)}</s></span> <span aria-hidden="true">→</span> <span>${say('Now')} <strong>${usd(to)}</strong></span></p>
<ul>${because.map(reason => html`<li>${reason}</li>`)}</ul>
</section>`
}

const areEstimates = ({ homes }: PortalView): boolean =>
  homes.some(({ offers }) => offers.some(({ is_estimate }) => is_estimate))

const estimateNote = ({ view }: StepContext): Html =>
  areEstimates(view)
    ? html`<div class="callout warning"><p>${say('These prices are based on estimates about your home.')} <a href="/portal/review">${say('Check them now')}</a></p></div>`
    : html``

const stillAsked = ({ waiting_on, longer }: NonNullable<PortalView['quoting']>): string => {
  const by = longer?.by
  const facts = { count: waiting_on.length, number: numberWords(waiting_on.length) }
  return by
    ? say(
        '{count, plural, one {{number} insurance company hasn’t} other {{number} insurance companies haven’t}} answered yet and may take until {by}.',
        { ...facts, by },
      )
    : say(
        '{count, plural, one {{number} insurance company hasn’t} other {{number} insurance companies haven’t}} answered yet.',
        facts,
      )
}

const moreToCome = ({ view: { quoting } }: StepContext, advice: string): Html =>
  quoting === null || quoting.waiting_on.length === 0
    ? html``
    : html`<div class="callout info"><p>${stillAsked(quoting)} ${advice}</p></div>`

const notNow = ({ property_id, address }: PortalHome, isChosen: boolean): Html =>
  html`<label class="choice agree"><input type="radio" name="${CHOICE}${property_id}" value=""${isChosen ? '' : html` checked`}><span>${say('Not now')}<span class="hidden">: ${address}</span></span></label>`

/** Twenty homes with twelve quotes each, all with charts, are more than a page may hold, or a person reads. */
const MOST_IN_FULL = 60
const BEST = 3

const folded = (cards: readonly Html[]): Html =>
  cards.length === 0
    ? html``
    : html`<details><summary>${say('{count, plural, one {{number} more quote} other {{number} more quotes}} for this home', { count: cards.length, number: numberWords(cards.length) })}</summary>
<div class="offers">
${cards}
</div>
</details>`

type OnPage = { isOne: boolean; isFirst: boolean; areMany: boolean }

const homeOffers = (home: PortalHome, { isOne, isFirst, areMany }: OnPage): Html => {
  const open = home.offers.filter(({ unavailable }) => !unavailable)
  const shared = inEach(home.offers.map(({ coverages }) => coverages))
  const best = home.offers.find(({ recommended, unavailable }) => recommended && !unavailable)
  const isChosen = home.offers.some(({ selected }) => selected)
  const keeps = ({ chosenBefore, unavailable }: PortalOffer): boolean =>
    !isChosen && chosenBefore && !unavailable
  const hasKept = home.offers.some(keeps)
  const isOnly = open.length < 2
  const isInFull = (offer: PortalOffer, at: number): boolean =>
    !areMany || at < BEST || offer.selected || keeps(offer)
  const card = (offer: PortalOffer, { isBrief }: { isBrief: boolean }): Html =>
    homeOfferCard(offer, {
      isOne,
      best,
      shared,
      isCheapest: isCheapest(offer, open),
      isKept: keeps(offer),
      hasKept,
      isOnly,
      isBrief,
      isExplained: isFirst && offer === home.offers[0],
    })
  const titleId = `home-${home.property_id}`
  return html`<section class="home"${isOne ? '' : html` role="group"`} aria-labelledby="${titleId}">
<h2 id="${titleId}" class="${isOne ? 'hidden' : ''}">${isOne ? say('Your quotes') : home.address}</h2>
${home.offers.length === 0 ? html`<p>${say('No insurance company offered a quote for this home.')}</p>` : ''}
${priceStrip(
  open.map(({ offer_id, ...offer }) => ({ ...offer, id: offer_id })),
  isOne ? undefined : say('Prices a year: {address}', { address: home.address }),
)}
<div class="offers">
${home.offers.filter(isInFull).map(offer => card(offer, { isBrief: false }))}
${declinesView(home.declines, 'h3')}
</div>
${folded(home.offers.filter((offer, at) => !isInFull(offer, at)).map(offer => card(offer, { isBrief: true })))}
${
  home.offers.length === 0
    ? ''
    : inEachView(
        shared.length === 0
          ? null
          : coverageList(shared, { id: `each-${home.property_id}`, isExplained: isFirst }),
        say('None of these quotes pays for a flood. Flood insurance is a policy of its own.'),
      )
}
${isOne || home.offers.length === 0 ? '' : notNow(home, isChosen || hasKept)}
</section>`
}

const uninsured = ({ homes }: PortalView): PortalHome[] => homes.filter(({ policy }) => policy === null)

const choices = ({ view, token, language }: StepContext): Html => {
  const open = uninsured(view)
  const isOne = open.length === 1
  const areMany = open.flatMap(({ offers }) => offers).length > MOST_IN_FULL
  return html`<form method="post" action="/portal/quotes">
${token}
${open.map((home, at) => homeOffers(home, { isOne, isFirst: at === 0, areMany }))}
<p class="soft small">${areEstimates(view) ? `${say('You’ll check the estimates before you sign, and a correction can change the price.')} ` : ''}${say('By choosing, you state: “{words}”', { words: asRead(offerChoice, language).words })}</p>
${isOne ? '' : html`<p class="row"><button>${say('Continue with these quotes')}</button></p>`}
</form>`
}

const creditNotices = ({ view: { creditNotices: notices }, agency }: StepContext): Html =>
  notices.length === 0
    ? html``
    : html`<section class="card bound sheet notices" aria-labelledby="notices">
<h2 id="notices">${say('How your credit information was used, and your rights')}</h2>
${[...notices.map(notice => creditNoticeView(notice, contactWords(agency))), ...creditRights()].map(words => html`<p>${words}</p>`)}
</section>`

const refusals = ({ view }: StepContext): Html =>
  html`${view.refusals.map(
    ({ carrier, kind, reason, address }) => html`<section class="callout warning">
<h2>${heldTitle({ carrier, kind })}</h2>
<p>${carrierWords(reason)}</p>
<p>${say('You bought nothing for {address} and owe nothing.', { address })}</p>
</section>`,
  )}`

const issued = ({ view }: StepContext): Html =>
  html`${view.homes.flatMap(({ policy }) =>
    policy
      ? [
          html`<div class="callout success"><p>${say('The policy for {address} has been issued: {carrier}, policy number {number}.', { address: policy.address, carrier: policy.carrier, number: policy.policy_number })} ${binderLinks(policy)} <a href="/portal/policy">${say('See your policy')}</a></p></div>`,
        ]
      : [],
  )}`

const onward = ({ view }: StepContext): Html =>
  view.step === 'review' || view.step === 'sign'
    ? html`<p class="row"><a class="button" href="/portal">${say('Continue with the quote you chose')}</a></p>`
    : html``

const count = ({ homes }: PortalView): number =>
  homes.flatMap(({ offers }) => offers).filter(({ unavailable }) => !unavailable).length

const lede = ({ view }: StepContext): string => {
  const [home, ...others] = uninsured(view)
  if (others.length > 0)
    return say(
      'Choose a quote for each home you want to insure now. You can insure the others later, while their quotes are valid. You don’t buy anything until you sign.',
    )
  return say(
    '{count, plural, one {{number} insurance company} other {{number} insurance companies}} can insure {address}. {count, plural, one {Choose its quote if you want it} other {Choose a quote}}. You don’t buy anything until you sign.',
    { count: count(view), number: numberWords(count(view)), address: home?.address ?? '' },
  )
}

const expiredQuotes = (context: StepContext): Screen => ({
  title: say('Your quotes have expired'),
  body: html`<div class="leaf">
${messagesView(context)}
<h1>${say('Your quotes have expired')}</h1>
<p class="lede">${say('Quotes are valid for 30 days. We’ve kept your answers, so new quotes take about a minute.')}</p>
<form method="post" action="/portal/quotes/renew" class="card bound sheet">${context.token}<p><button>${say('Get new quotes')}</button></p></form>
</div>`,
})

export const offersStep = (context: StepContext): Screen => {
  const { view } = context
  if (view.offersExpired) return expiredQuotes(context)
  return {
    title: say('Your quotes'),
    aboutBelow: true,
    body: html`${messagesView(context)}
<div class="heading"><h1>${count(view) === 1 ? say('Your quote') : say('Your quotes')}</h1>
<p class="lede">${lede(context)}</p></div>
${issued(context)}
${stopsView(context)}${refusals(context)}
${priceChange(context)}
${estimateNote(context)}
${moreToCome(context, say('You can choose now, or wait for more quotes. Your choice won’t change.'))}
${onward(context)}
${choices(context)}
${coverageChoices(context)}
<p class="on-screen"><a href="/portal/share">${say('Share these quotes with your spouse or partner')}</a></p>
${coverageGuide(view.homes.flatMap(({ offers }) => offers))}
${creditNotices(context)}`,
  }
}

const whyNone = ({ homes }: PortalView): { heading: string; lede: string } =>
  homes.some(({ offers }) => offers.length > 0)
    ? {
        heading: say('These quotes are no longer available'),
        lede: say('We’re sorry. The insurance companies withdrew them, or did not issue the policy.'),
      }
    : {
        heading: say('No insurance company offered a quote'),
        lede: say('We’re sorry. Here is why, company by company.'),
      }

const owedWithoutPolicy = ({ homes }: PortalView): string =>
  homes.some(({ policy }) => policy)
    ? say('You owe nothing for a home without a policy.')
    : say('You bought nothing and owe nothing.')

export const noOffersStep = (context: StepContext): Screen => ({
  title: say('No quotes'),
  body: html`<div class="leaf">
${messagesView(context)}
<h1>${whyNone(context.view).heading}</h1>
<p class="lede">${whyNone(context.view).lede} ${owedWithoutPolicy(context.view)}</p>
${issued(context)}
${moreToCome(context, '')}
${refusals(context)}
${context.view.homes.map(({ declines }) => declinesView(declines, 'h2'))}
<div class="card bound sheet"><h2>${say('What you can do')}</h2>
<ul>
<li>${sayHtml('If an answer about your home is wrong, <a>correct it</a>. We’ll then ask the companies again.', { a: text => html`<a href="/portal/review">${text}</a>` })}</li>
<li>${say('Or {contact}.', { contact: contactAgency(context) })} ${say('Some companies specialize in homes that others decline, and most states have an insurer of last resort: a plan for owners who can’t get coverage elsewhere.')}</li>
</ul></div>
${creditNotices(context)}
</div>`,
})

const chosenIn = (form: URLSearchParams): string[] =>
  [...form].flatMap(([name, value]) => (name.startsWith(CHOICE) && value !== '' ? [value] : []))

const chooseForm: PortalForm = {
  path: '/quotes',
  here: '/portal/quotes',
  errorsOf: problems =>
    problems
      .map(() => ({
        name: null,
        message: say('Choose a quote for at least one home, and no more than one for each.'),
      }))
      .slice(0, 1),
  async send(app, caller, { typed }) {
    await selectOffers(app, caller, { offer_ids: chosenIn(typed) })
    return { next: '/portal' }
  },
}

const renewForm: PortalForm = {
  path: '/quotes/renew',
  here: '/portal/quotes',
  async send(app, caller) {
    await renew(app, caller, { uid: caller.uid })
    return { next: '/portal' }
  },
}

const nothingChosen = (): FieldError => ({ name: null, message: say('You didn’t change any coverage.') })

const coverageForm: PortalForm = {
  path: '/quotes/coverage',
  here: '/portal/quotes',
  errorsOf: (problems, portal) => questionErrors(coverageQuestions(portal), problems),
  async send(app, caller, portal) {
    const corrected = chosenCoverage(portal, portal.typed)
    const problems = correctionProblems(app, portal.application, corrected)
    if (problems.length > 0) return { errors: questionErrors(coverageQuestions(portal), problems) }
    if (Object.keys(corrected).length === 0) return { errors: [nothingChosen()] }
    const review_token = portal.typed.get('token') ?? ''
    await confirmEstimates(app, caller, { review_token, confirmed: [], corrected })
    return { next: pathWithNotice('/portal', 'corrected') }
  },
}

export const chooseForms = [chooseForm, renewForm, coverageForm]
