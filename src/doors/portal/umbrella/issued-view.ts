import { html } from 'hono/html'
import { momentIn } from '../../../agency/policies/coverage-start.ts'
import { endsUnstarted } from '../../../agency/policies/life/policy-end.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { contactSlot, demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { UNNAMED_OPERATOR } from '../../../products/line/buying/signature.ts'
import { electronicToAgree } from '../../../products/umbrella/portal/buyers-signature.ts'
import { agreement } from '../form/agreement.ts'
import { policyRequestsView } from '../form/policy-requests-view.ts'
import { renewalCallout, renewalView, renewingOf } from '../form/renewal-view.ts'
import { carrierInfoFacts } from '../frame/carrier-info-view.ts'
import { countdownWords } from '../frame/countdown.ts'
import { lifeWords } from '../frame/life-words.ts'
import { paidFacts } from '../frame/paid-facts.ts'
import { paperView } from '../frame/paper-view.ts'
import { documentsLanguage, downloadWords } from '../frame/policy-documents.ts'
import { endCallout, endHeading, endLede, periodFacts, runsOn, type ShownTerm } from '../frame/policy-end.ts'
import { say, sayHtml, sayKnown } from '../words/say.ts'
import type { ReviewContext } from './review-context.ts'

const coveredFrom = ({ view: { household }, session: { policy: one } }: ReviewContext): string =>
  one ? momentIn(household.state ?? '', new Date(one.effective_at)) : ''

const termOf = ({ view, session: { policy: one } }: ReviewContext): ShownTerm | null => {
  if (!one) return null
  const { effective_at, expiration_date, ended_on = null } = one
  const is_void = ended_on !== null && endsUnstarted(view.household.state ?? '', { effective_at, ended_on })
  const is_over = is_void || one.life === 'expired' || (ended_on !== null && view.today >= ended_on)
  return { expiration_date, ended_on, is_void, is_over }
}

export const coverageStartWords = (context: ReviewContext): string => {
  const { policy: one, selected_offer, sandbox } = context.session
  if (sandbox) return say('Your test is complete')
  if (selected_offer?.illustrative) return say('Your demonstration is complete')
  const term = termOf(context)
  if (term && !runsOn(term)) return endHeading(term)
  return one
    ? say('You’re covered from {start}', { start: coveredFrom(context) })
    : say('Your policy has been issued')
}

export const issuedWords = (context: ReviewContext): string => {
  const { selected_offer, sandbox } = context.session
  if (sandbox) return say('This is the sandbox. The policy covers nothing, and its binder says so.')
  if (selected_offer?.illustrative)
    return say('The insurance company is invented. This policy covers nothing, and its binder says so.')
  const term = termOf(context)
  return term && !runsOn(term)
    ? `${endLede(term)} ${say('Your agent can start a new application with you.')}`
    : say('Your umbrella policy has been issued. Keep its documents.')
}

type Signature = NonNullable<NonNullable<ReviewContext['session']['policy']>['signature']>

const isUnnamed = (by: string): boolean => by === UNNAMED_OPERATOR || by.startsWith('operator opr_')

const signatureWords = ({ kind, by, at }: Signature, state: string): string => {
  const day = dayWords(dayIn(state, new Date(at)))
  const who = isUnnamed(by) ? say('the business that applied for you') : sayKnown(by)
  return kind === 'person'
    ? say('By {by}, on {day}', { by, day })
    : `${say('By {by}, who told us that you confirmed the purchase on {day}', { by: who, day })}. ${say('If you didn’t, contact the agency right away.')}`
}

const policy = (context: ReviewContext): Html => {
  const { policy: one, selected_offer } = context.session
  const term = termOf(context)
  return one && term
    ? html`<article class="card policy" aria-labelledby="policy">
<header><p>${one.carrier}</p>
<h2 id="policy">${one.policy_number}</h2>${selected_offer?.illustrative ? demonstrationMark : ''}</header>
${runsOn(term) ? renewalCallout(renewingOf(one), `${context.path}/request`) : endCallout(term)}
<dl class="facts">
<dt>${say('Status')}</dt><dd>${lifeWords(one.life, { today: context.view.today, effective_date: one.effective_date })}</dd>
<dt>${say('Limit')}</dt><dd>${usd(one.coverage_limit)}${context.isLimitOld ? html`<p class="soft small">${say('This is the limit of the first period. The declarations page of your renewal has the current one.')}</p>` : ''}</dd>
${periodFacts(term, coveredFrom(context))}
<dt>${say('Price')}</dt><dd>${say('{price} a year', { price: usd(one.annual_price) })}</dd>
${paidFacts(context.paid)}
${carrierInfoFacts(one.carrier_info)}
${one.signature ? html`<dt>${one.signature.kind === 'person' ? say('Signed') : say('Ordered')}</dt><dd>${signatureWords(one.signature, context.view.household.state ?? '')}</dd>` : ''}
</dl>
<p class="row">${one.documents.map(({ name, url }) => html`<a class="button" href="${url}" download>${downloadWords(name.split('-')[0] ?? '')}</a>`)}</p>
${documentsLanguage(one.documents)}
${runsOn(term) ? renewalView(renewingOf({ ...one, underlying: context.underlying }), `${context.path}/request`) : ''}
${policyRequestsView(
  (one.requests ?? []).map(({ asked_at, ...asked }) => ({
    ...asked,
    asked_on: dayIn(context.view.household.state ?? '', new Date(asked_at)),
  })),
  `${context.path}/request`,
  one.policy_number,
)}
</article>`
    : html``
}

const countdown = (context: ReviewContext): Html => {
  const { policy: one, selected_offer, sandbox } = context.session
  const term = termOf(context)
  if (!one || !term || !runsOn(term) || sandbox || selected_offer?.illustrative) return html``
  const words = countdownWords(context.view.today, one.effective_date)
  return words === '' ? html`` : html`<p class="callout info">${words}</p>`
}

const KEEP_LIMITS =
  'Keep your home and auto policies in force with at least the limits this umbrella requires. If they pay less, you pay the difference yourself.'

const after = ({ session: { policy: one } }: ReviewContext): Html =>
  one
    ? html`<section class="card bound sheet" aria-labelledby="after">
<h2 id="after">${say('What to know from now on')}</h2>
<ul><li>${say(KEEP_LIMITS)}</li>
<li>${sayHtml('If you have a question, {contact}.', { contact: contactSlot })}</li></ul>
</section>`
    : html``

/** E-SIGN, 15 U.S.C. 7001(c): the consent is the buyer's own. */
const electronicView = (context: ReviewContext): Html => {
  const { signature } = context.session.policy ?? {}
  if (signature === undefined || signature.kind === 'person') return html``
  const words = electronicToAgree(context.consents, context)
  return words
    ? html`<form method="post" action="${context.path}/electronic" class="on-screen" novalidate>${context.token}
${agreement(context, words, {
  name: 'electronic_records',
  heading: say('Your documents by email'),
  intro: html`<p>${say('We were told on your behalf that you agree to this. If that’s right, tell us yourself. If not, choose postal mail below.')}</p>`,
  label: say('I agree to receive documents electronically.'),
})}
<p class="row"><button class="secondary">${say('Agree')}</button></p>
</form>`
    : html``
}

export const bound = (context: ReviewContext): Html => html`${countdown(context)}
${policy(context)}
${after(context)}
${electronicView(context)}
${paperView({ ...context, action: `${context.path}/paper` })}`
