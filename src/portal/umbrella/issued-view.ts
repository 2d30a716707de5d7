import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import { usd } from '../../line/fields/money.ts'
import { momentIn } from '../../line/wire/coverage-start.ts'
import type { Html } from '../../pages/frame.ts'
import { demonstrationMark } from '../../pages/service-marks.ts'
import { carrierInfoFacts } from '../frame/carrier-info-view.ts'
import { countdownWords } from '../frame/countdown.ts'
import { documentsLanguage, downloadWords } from '../frame/policy-documents.ts'
import { say, sayKnown } from '../words/say.ts'
import type { ReviewContext } from './review-context.ts'

const coveredFrom = ({ view: { household }, session: { policy: one } }: ReviewContext): string =>
  one ? momentIn(household.state ?? '', new Date(one.effective_at)) : ''

export const coverageStartWords = (context: ReviewContext): string => {
  const { policy: one, selected_offer, sandbox } = context.session
  if (sandbox) return say('Your test is complete')
  if (selected_offer?.illustrative) return say('Your demonstration is complete')
  return one
    ? say('You’re covered from {start}', { start: coveredFrom(context) })
    : say('Your policy has been issued')
}

export const issuedWords = ({ session: { selected_offer, sandbox } }: ReviewContext): string => {
  if (sandbox) return say('This is the sandbox. The policy covers nothing, and its binder says so.')
  return selected_offer?.illustrative
    ? say('The insurance company is invented. This policy covers nothing, and its binder says so.')
    : say('Your umbrella policy has been issued. Keep its documents.')
}

type Signature = NonNullable<NonNullable<ReviewContext['session']['policy']>['signature']>

const signatureWords = ({ kind, by, at }: Signature): string =>
  kind === 'person'
    ? say('By {by}, on {day}', { by, day: dayWords(at) })
    : say('By {by}, who told us that you confirmed the purchase on {day}', {
        by: sayKnown(by),
        day: dayWords(at),
      })

const policy = (context: ReviewContext): Html => {
  const { policy: one, selected_offer } = context.session
  return one
    ? html`<article class="card policy" aria-labelledby="policy">
<header><p>${one.carrier}</p>
<h2 id="policy">${one.policy_number}</h2>${selected_offer?.illustrative ? demonstrationMark : ''}</header>
<dl class="facts">
<dt>${say('Limit')}</dt><dd>${usd(one.coverage_limit)}</dd>
<dt>${say('Effective from')}</dt><dd>${coveredFrom(context)}</dd>
<dt>${say('Until')}</dt><dd>${dayWords(one.expiration_date)}, 12:01 a.m.</dd>
<dt>${say('Price')}</dt><dd>${say('{price} a year', { price: usd(one.annual_price) })}</dd>
${carrierInfoFacts(one.carrier_info)}
${one.signature ? html`<dt>${one.signature.kind === 'person' ? say('Signed') : say('Ordered')}</dt><dd>${signatureWords(one.signature)}</dd>` : ''}
</dl>
<p class="row">${one.documents.map(({ name, url }) => html`<a class="button" href="${url}" download>${downloadWords(name.split('-')[0] ?? '')}</a>`)}</p>
${documentsLanguage(one.documents)}
</article>`
    : html``
}

const countdown = ({ view, session: { policy: one, selected_offer, sandbox } }: ReviewContext): Html => {
  if (!one || sandbox || selected_offer?.illustrative) return html``
  const words = countdownWords(view.today, one.effective_date)
  return words === '' ? html`` : html`<p class="callout info">${words}</p>`
}

export const bound = (context: ReviewContext): Html => html`${countdown(context)}
${policy(context)}`
